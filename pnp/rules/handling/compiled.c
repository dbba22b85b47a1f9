/* plain.py in C. A key gives the same numbers, and these the same order and the same choices, to the last bit. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <float.h>

#include "chance.h"

#if FLT_EVAL_METHOD == 2
#error "this processor's numbers are longer than Python's, so a seed could give another game; plain.py is used instead"
#endif

/* --- cards */

/* The next random place below a count; -1 with an exception set when there is none. */
static Py_ssize_t
random_place(PyObject *random, Py_ssize_t count)
{
    if (Py_IS_TYPE(random, &stream_type)) {
        return (Py_ssize_t)(next_number((Stream *)random) * (double)count);
    }
    PyObject *drawn = PyObject_CallNoArgs(random);
    if (drawn == NULL) {
        return -1;
    }
    double number = PyFloat_AsDouble(drawn);
    Py_DECREF(drawn);
    if (number == -1.0 && PyErr_Occurred()) {
        return -1;
    }
    if (!(number >= 0.0 && number < 1.0)) {
        PyErr_SetString(PyExc_ValueError, "a random number is from 0 up to 1");
        return -1;
    }
    return (Py_ssize_t)(number * (double)count);
}

static int
takes(const char *name, Py_ssize_t wanted, Py_ssize_t given)
{
    if (given == wanted) {
        return 1;
    }
    PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", name, wanted, given);
    return 0;
}

static PyObject *
shuffled(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (!takes("shuffled", 2, given)) {
        return NULL;
    }
    PyObject *order = PySequence_List(arguments[1]);
    if (order == NULL) {
        return NULL;
    }
    for (Py_ssize_t last = PyList_GET_SIZE(order) - 1; last > 0; last--) {
        Py_ssize_t place = random_place(arguments[0], last + 1);
        if (place < 0) {
            Py_DECREF(order);
            return NULL;
        }
        PyObject *card = PyList_GET_ITEM(order, last);
        PyList_SET_ITEM(order, last, PyList_GET_ITEM(order, place));
        PyList_SET_ITEM(order, place, card);
    }
    return order;
}

static PyObject *
take(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (!takes("take", 2, given)) {
        return NULL;
    }
    PyObject *pile = arguments[0];
    if (!PyList_Check(pile)) {
        PyErr_Format(PyExc_TypeError, "cards are taken from a list, not from a %s", Py_TYPE(pile)->tp_name);
        return NULL;
    }
    Py_ssize_t count = PyNumber_AsSsize_t(arguments[1], NULL);
    if (count == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Py_ssize_t size = PyList_GET_SIZE(pile);
    Py_ssize_t start = count < 1 ? size : count < size ? size - count : 0;
    PyObject *taken = PyList_GetSlice(pile, start, size);
    if (taken != NULL && PyList_SetSlice(pile, start, size, NULL) < 0) {
        Py_CLEAR(taken);
    }
    return taken;
}

static PyObject *
move(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (!takes("move", 3, given)) {
        return NULL;
    }
    PyObject *card = arguments[0], *pile = arguments[1], *onto = arguments[2];
    if (!PyList_Check(pile) || !PyList_Check(onto)) {
        PyErr_SetString(PyExc_TypeError, "a card is moved from a list to a list");
        return NULL;
    }
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(pile); place++) {
        if (PyList_GET_ITEM(pile, place) == card) {
            if (PyList_SetSlice(pile, place, place + 1, NULL) < 0 || PyList_Append(onto, card) < 0) {
                return NULL;
            }
            Py_RETURN_NONE;
        }
    }
    PyErr_Format(PyExc_ValueError, "%R is not in the pile that it is moved from", card);
    return NULL;
}

/* --- decisions */

/* One of some options, as a new reference. */
static PyObject *
pick(PyObject *random, PyObject *options)
{
    Py_ssize_t count = PyObject_Size(options);
    if (count < 0) {
        return NULL;
    }
    Py_ssize_t place = random_place(random, count);
    if (place < 0) {
        return NULL;
    }
    if (PyList_CheckExact(options) && place < PyList_GET_SIZE(options)) {
        return Py_NewRef(PyList_GET_ITEM(options, place));
    }
    PyObject *index = PyLong_FromSsize_t(place);
    if (index == NULL) {
        return NULL;
    }
    PyObject *picked = PyObject_GetItem(options, index);
    Py_DECREF(index);
    return picked;
}

/* One option of each offer in a list. */
static PyObject *
picks_of(PyObject *random, PyObject *offers)
{
    Py_ssize_t size = PyList_GET_SIZE(offers);
    PyObject *picks = PyList_New(size);
    for (Py_ssize_t place = 0; picks != NULL && place < size; place++) {
        PyObject *picked = NULL;
        if (PyList_GET_SIZE(offers) == size) {
            PyObject *options = Py_NewRef(PyList_GET_ITEM(offers, place));
            picked = pick(random, options);
            Py_DECREF(options);
        }
        else {
            PyErr_SetString(PyExc_RuntimeError, "the offers have changed while players pick from them");
        }
        if (picked == NULL) {
            Py_CLEAR(picks);
        }
        else {
            PyList_SET_ITEM(picks, place, picked);
        }
    }
    return picks;
}

static PyObject *
pick_each(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (!takes("pick_each", 2, given)) {
        return NULL;
    }
    PyObject *random = arguments[0], *asked = arguments[1];
    if (PyList_CheckExact(asked)) {
        return picks_of(random, asked);
    }
    PyObject *offers = PyMapping_Values(asked);
    PyObject *seats = offers == NULL ? NULL : PyMapping_Keys(asked);
    PyObject *picks = seats == NULL ? NULL : picks_of(random, offers);
    PyObject *by_seat = picks == NULL ? NULL : PyDict_New();
    for (Py_ssize_t i = 0; by_seat != NULL && i < PyList_GET_SIZE(seats) && i < PyList_GET_SIZE(picks); i++) {
        if (PyDict_SetItem(by_seat, PyList_GET_ITEM(seats, i), PyList_GET_ITEM(picks, i)) < 0) {
            Py_CLEAR(by_seat);
        }
    }
    Py_XDECREF(picks);
    Py_XDECREF(seats);
    Py_XDECREF(offers);
    return by_seat;
}

static PyObject *
play_out(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (!takes("play_out", 4, given)) {
        return NULL;
    }
    PyObject *rules = arguments[0], *choose = arguments[1], *log = arguments[2];
    if (!PyList_Check(log)) {
        PyErr_Format(PyExc_TypeError, "picks are kept in a list, not in a %s", Py_TYPE(log)->tp_name);
        return NULL;
    }
    Py_ssize_t left = PyNumber_AsSsize_t(arguments[3], NULL);
    if (left == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *picks = Py_NewRef(Py_None);
    for (;; left--) {
        PyObject *asked;
        PySendResult sent = PyIter_Send(rules, picks, &asked);
        Py_DECREF(picks);
        if (sent == PYGEN_ERROR) {
            return NULL;
        }
        if (sent == PYGEN_RETURN) {
            return Py_BuildValue("(ON)", Py_True, asked);
        }
        if (left < 1) {
            Py_DECREF(asked);
            return Py_BuildValue("(OO)", Py_False, Py_None);
        }
        picks = PyObject_CallOneArg(choose, asked);
        Py_DECREF(asked);
        if (picks == NULL || PyList_Append(log, picks) < 0) {
            Py_XDECREF(picks);
            return NULL;
        }
    }
}

static PyMethodDef functions[] = {
    {"numbers", (PyCFunction)numbers, METH_O, "The random numbers that a key stands for."},
    {"shuffled", (PyCFunction)(void (*)(void))shuffled, METH_FASTCALL, "The cards in random order, in a new list."},
    {"take", (PyCFunction)(void (*)(void))take, METH_FASTCALL,
     "Up to so many cards from the top of a pile, taken off it, the topmost last."},
    {"move", (PyCFunction)(void (*)(void))move, METH_FASTCALL, "Take a card off a pile and lay it on top of another."},
    {"pick_each", (PyCFunction)(void (*)(void))pick_each, METH_FASTCALL,
     "One option for each who is asked, in the form of the question."},
    {"play_out", (PyCFunction)(void (*)(void))play_out, METH_FASTCALL, "Play rules to their end, or so far."},
    {NULL, NULL, 0, NULL},
};

static int
prepare(PyObject *Py_UNUSED(module))
{
    prepare_words();
    return PyType_Ready(&stream_type);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)prepare}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "pnp.rules.handling.compiled",
    .m_doc = "The functions of plain.py.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_compiled(void)
{
    return PyModuleDef_Init(&definition);
}

/* The numbers of Python's random.Random, by the Mersenne Twister MT19937 (Matsumoto and Nishimura 1998), as an object. */

#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WORDS 624
#define APART 397

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    int used; /* words of this turn that are drawn */
    uint32_t words[WORDS];
} Stream;

static uint32_t before_key[WORDS]; /* the words before a key is mixed in */

static uint32_t
folded(uint32_t word)
{
    return word ^ (word >> 30);
}

static void
prepare_words(void)
{
    before_key[0] = 19650218u;
    for (uint32_t i = 1; i < WORDS; i++) {
        before_key[i] = folded(before_key[i - 1]) * 1812433253u + i;
    }
}

/* After the last word comes the second; the first is then the last. */
static int
next_place(uint32_t *words, int place)
{
    if (place < WORDS - 1) {
        return place + 1;
    }
    words[0] = words[WORDS - 1];
    return 1;
}

static void
mix_in(uint32_t *words, const uint32_t *key, Py_ssize_t length)
{
    int at = 1;
    Py_ssize_t place = 0;
    memcpy(words, before_key, sizeof(before_key));
    for (Py_ssize_t step = 0; step < length || step < WORDS; step++) {
        words[at] = (words[at] ^ folded(words[at - 1]) * 1664525u) + key[place] + (uint32_t)place;
        at = next_place(words, at);
        place = place + 1 < length ? place + 1 : 0;
    }
    for (int step = 1; step < WORDS; step++) {
        words[at] = (words[at] ^ folded(words[at - 1]) * 1566083941u) - (uint32_t)at;
        at = next_place(words, at);
    }
    words[0] = 0x80000000u;
}

static uint32_t
twisted(uint32_t high, uint32_t low, uint32_t far)
{
    uint32_t joined = (high & 0x80000000u) | (low & 0x7fffffffu);
    return far ^ (joined >> 1) ^ (low & 1 ? 0x9908b0dfu : 0);
}

static void
turn(uint32_t *words)
{
    int i = 0;
    for (; i < WORDS - APART; i++) {
        words[i] = twisted(words[i], words[i + 1], words[i + APART]);
    }
    for (; i < WORDS - 1; i++) {
        words[i] = twisted(words[i], words[i + 1], words[i + APART - WORDS]);
    }
    words[i] = twisted(words[i], words[0], words[i + APART - WORDS]);
}

static uint32_t
next_word(Stream *stream)
{
    if (stream->used == WORDS) {
        turn(stream->words);
        stream->used = 0;
    }
    uint32_t word = stream->words[stream->used++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

/* 53 random bits as a number from 0 up to 1: 27 of one word, 26 of the next. */
static double
next_number(Stream *stream)
{
    uint32_t high = next_word(stream) >> 5, low = next_word(stream) >> 6;
    return ((double)high * 67108864.0 + (double)low) / 9007199254740992.0;
}

static PyObject *
stream_call(PyObject *stream, PyObject *const *Py_UNUSED(arguments), size_t given, PyObject *names)
{
    if (PyVectorcall_NARGS(given) || (names != NULL && PyTuple_GET_SIZE(names))) {
        PyErr_SetString(PyExc_TypeError, "the next random number is asked for without arguments");
        return NULL;
    }
    return PyFloat_FromDouble(next_number((Stream *)stream));
}

static PyTypeObject stream_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pnp.rules.handling.compiled.Stream",
    .tp_doc = "Random numbers from 0 up to 1: each call gives the next.",
    .tp_basicsize = sizeof(Stream),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_vectorcall_offset = offsetof(Stream, call),
    .tp_call = PyVectorcall_Call,
};

static PyObject *
numbers(PyObject *Py_UNUSED(module), PyObject *bytes)
{
    char *byte;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &byte, &size) < 0) {
        return NULL;
    }
    for (; size > 0 && *byte == 0; byte++, size--) {
        /* as in any whole number, noughts in front say nothing */
    }
    Py_ssize_t length = size > 4 ? (size + 3) / 4 : 1;
    uint32_t *key = PyMem_Calloc((size_t)length, sizeof(uint32_t));
    Stream *stream = key == NULL ? (Stream *)PyErr_NoMemory() : PyObject_New(Stream, &stream_type);
    if (stream != NULL) {
        for (Py_ssize_t place = 0; place < size; place++) {
            key[place / 4] |= (uint32_t)(unsigned char)byte[size - 1 - place] << 8 * (place % 4);
        }
        mix_in(stream->words, key, length);
        stream->used = WORDS;
        stream->call = stream_call;
    }
    PyMem_Free(key);
    return (PyObject *)stream;
}

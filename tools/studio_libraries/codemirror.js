export { EditorView, minimalSetup } from "codemirror";
export { lineNumbers, keymap, highlightActiveLine } from "@codemirror/view";
export { search, searchKeymap } from "@codemirror/search";
export { StreamLanguage } from "@codemirror/language";

/** The styles and fonts of formulas, loaded when the first one is shown. */
import 'katex/dist/katex.css';

/** The web page. It uses only the public API. */
import './styles/page.css';
import './styles/messages.css';
import './styles/compose.css';
import './styles/dialogs.css';
import './styles/print.css';
import { render } from 'preact';
import { App } from './view/app.tsx';
import { ignoreDisabled, ignoreRepeated } from './view/ignore-disabled.ts';
import { keepFocus } from './view/keep-focus.ts';

document.addEventListener('click', ignoreDisabled, true);
document.addEventListener('keydown', ignoreRepeated, true);
keepFocus();
// No form is sent by the browser. Its `onSubmit` does what it is for.
document.addEventListener('submit', (event) => event.preventDefault());
const root = document.querySelector('#root');
if (root) render(<App />, root);

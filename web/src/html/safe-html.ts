/**
 * The only place that parses HTML. Although the server rendered it, it is parsed into an inert template, and only elements and attributes
 * that the server uses are kept. Formulas need inline styles. They are set through the DOM, because the Content-Security-Policy of the page
 * forbids them in HTML.
 */
type Policy = { readonly createHTML: (text: string) => string };
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy };

/** Rendered HTML escapes quotation marks outside tags, so this matches in tags only. */
const withoutStyles = (text: string): string => text.replaceAll(' style="', ' data-style="');

const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory };
const policy: Policy = trustedTypes?.createPolicy('verbatim', { createHTML: withoutStyles }) ?? {
  createHTML: withoutStyles,
};

const elements = new Set(
  'p br hr strong em del code pre blockquote ul ol li a span div h1 h2 h3 h4 h5 h6 table thead tbody tr th td img time sup sub'.split(
    ' ',
  ),
);
const drawn = new Set(['svg', 'g', 'path', 'line']);
const attributes = new Set(
  'class title href alt src align start colspan rowspan datetime role aria-hidden aria-label data-style data-user-id data-user-group-id data-stream-id width height viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'.split(
    ' ',
  ),
);
const properties =
  /^(height|width|min-width|top|bottom|left|right|position|vertical-align|color|(margin|padding)(-\w+)?|border(-\w+){0,2})$/;

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
const drawingNamespace = 'http://www.w3.org/2000/svg';

/** Parses rendered HTML into safe elements. */
export function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  const { content } = template;
  for (const element of [...content.querySelectorAll('*')]) clean(element);
  return document.importNode(content, true);
}

function clean(element: Element): void {
  const name = element.localName;
  const isMath = element.namespaceURI === mathNamespace;
  const isDrawn = element.namespaceURI === drawingNamespace;
  const isKept = isMath ? name !== 'annotation-xml' : isDrawn ? drawn.has(name) : elements.has(name);
  if (!isKept) {
    element.remove();
    return;
  }
  for (const { name: attribute, value } of [...element.attributes])
    if (!isAllowed(attribute, value, isMath)) element.removeAttribute(attribute);
  const styles = element.getAttribute('data-style');
  if (styles !== null) setStyles(element as HTMLElement, styles);
}

function isAllowed(name: string, value: string, isMath: boolean): boolean {
  if (isMath) return !/^on|href|src|style$/i.test(name) || name === 'data-style';
  if (!attributes.has(name)) return false;
  return name === 'href' || name === 'src' ? isAddress(value) : true;
}

const isAddress = (value: string): boolean => /^(https?:|mailto:|\/(?!\/)|#)/i.test(value.trim());

function setStyles(element: HTMLElement, styles: string): void {
  element.removeAttribute('data-style');
  for (const declaration of styles.split(';')) {
    const [property = '', value = ''] = declaration.split(':', 2).map((part) => part.trim());
    if (properties.test(property)) element.style.setProperty(property, value);
  }
}

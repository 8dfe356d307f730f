const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Replaces line breaks with `<br>`, for mail programs that ignore `white-space`. */
const withBreaks = (html: string) => html.replace(/\r?\n/g, '<br>\n');

/** Maximum nesting of bidi isolates: a line, a placeholder's value in the line, and a title in the value. */
const maxNestedIsolates = 3;

/** Escapes text for HTML and replaces bidi isolate characters with `<bdi>` elements. */
export function escapeHtmlWithBidiIsolates(text: string): string {
  let html = escapeHtml(text);
  for (let depth = 0; depth < maxNestedIsolates; depth += 1) {
    html = html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>');
  }
  return html;
}

export const escapeHtmlLines = (text: string) => withBreaks(escapeHtmlWithBidiIsolates(text));

/** Styles for `style` attributes, because some mail programs remove style sheets. */
export const lightThemeStyles = {
  page: 'background:#f4f2ee;color:#211f1c',
  card: 'background:#ffffff;color:#211f1c;border:1px solid #ddd8cf',
  quiet: 'color:#5c5750',
  line: 'border-top:1px solid #ddd8cf',
  link: 'color:#1d5b52',
  button: 'background:#1d5b52;color:#ffffff',
};

export const darkThemeStyleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#171614!important;color:#ece8e1!important}
.card{background:#211f1c!important;color:#ece8e1!important;border-color:#45403a!important}
.quiet{color:#b5aea3!important}
.line{border-color:#45403a!important}
.link{color:#86cdbf!important}
.button{background:#86cdbf!important;color:#10211e!important}
}`;

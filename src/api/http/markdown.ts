/**
 * The little Markdown that our own guide uses, as HTML: headings, lists, fenced code, paragraphs and inline
 * code. Everything else is text and is escaped. Fenced code holds no empty line.
 */
export function htmlOf(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map(blockOf)
    .join('\n');
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text with its inline code. */
export const inlineOf = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function blockOf(block: string): string {
  if (block.startsWith('```')) return `<pre>${escapeHtml(block.split('\n').slice(1, -1).join('\n'))}</pre>`;
  if (block.startsWith('## ')) return `<h2 id="${slugOf(block.slice(3))}">${inlineOf(block.slice(3))}</h2>`;
  if (!block.startsWith('- ')) return `<p>${inlineOf(block)}</p>`;
  const items = block.split(/\n(?=- )/).map((item) => `<li>${inlineOf(item.slice(2))}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

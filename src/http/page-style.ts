import { createHash } from 'node:crypto';

/** The reference page's one style: system fonts, both colour schemes, no image. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#0a58ca, #7db4ff); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr); font: 15px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: 13px; }
nav a { display: block; padding: 2px 0; overflow-wrap: anywhere; }
nav h3 { margin: 1rem 0 .25rem; font-size: 12px; text-transform: uppercase; letter-spacing: .05em; }
main { padding: 1.5rem 2.5rem 6rem; max-width: 64rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
article { margin: 2rem 0; padding-top: .5rem; border-top: 1px solid var(--line); }
code, pre { font: 13px/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; }
code { padding: 1px 4px; }
pre { padding: .75rem 1rem; overflow: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
.facts, small { opacity: .75; font-size: 13px; }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * Headers of every response: its type is not guessed, and no page of another origin can load it or keep a
 * reference to its window.
 */
export const BROWSER_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** The page runs no script and loads nothing: its one style is allowed by its hash. */
export const SECURITY_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};

/**
 * The little Markdown that our own guide uses, as HTML: headings, lists, fenced code, paragraphs and inline
 * code. Everything else is text and is escaped. Fenced code holds no empty line.
 */
export function renderMarkdown(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .map(renderBlock)
    .join('\n');
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text with its inline code. */
export const renderInline = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export const toSlug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function renderBlock(block: string): string {
  if (block.startsWith('```')) return `<pre>${escapeHtml(block.split('\n').slice(1, -1).join('\n'))}</pre>`;
  if (block.startsWith('## '))
    return `<h2 id="${toSlug(block.slice(3))}">${renderInline(block.slice(3))}</h2>`;
  if (!block.startsWith('- ')) return `<p>${renderInline(block)}</p>`;
  const items = block.split(/\n(?=- )/).map((item) => `<li>${renderInline(item.slice(2))}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

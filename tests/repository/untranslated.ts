import { parseSync } from 'vite';

/** A text in the source that is missing from the catalogues. */
export interface Untranslated {
  file: string;
  text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a node of any kind
type Node = any;

/** Attributes of elements and our components that are visible or announced. */
const SHOWN =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|alt|title|label|placeholder|description|confirm|header|hint|text|name)$/;
/** Attributes for the program. */
const NAMED = { name: /^[a-z_]/, label: /^[a-z]+$/ } as const;

/** Lingui's messages: elements and calls. */
const MESSAGES = ['Trans', 'Plural', 'Select'];
const MESSAGE_CALLS = ['plural', 'select', 'selectOrdinal'];
/** Calls with an object that contains a message. Its other values are not texts. */
const DESCRIBED_CALLS = ['t', 'msg'];

const WORDS = /\p{L}{2,}/u;
/** Not translated: names, addresses, formats and keys. */
const PROPER =
  /^[\s\d\W]*(?:Territorio|Río Dulce|WhatsApp|Stripe|Google|Facebook|Apple Pay|Google Pay|QR|PDF|CSV|MB|GB|px|km|min|h|m|www\.\S+|https?:\S+|\S+@\S+|[A-Z]{2,5})?[\s\d\W]*$/;

const isWords = (text: string) => WORDS.test(text) && !PROPER.test(text);

/** Matches the beginning of a sentence anywhere: 'Could not save'. */
const PHRASE = /^\p{Lu}[\p{L}’']*,? \p{Ll}/u;

/**
 * Returns the displayed value of an expression: both branches of a condition, a template's text with '…' for each
 * value.
 */
function textsOf(node: Node): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }: Node) => value.cooked).join('…')];
  if (node?.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node?.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)];
  if (node?.type === 'JSXExpressionContainer') return textsOf(node.expression);
  return [];
}

/** Returns whether the text is for logs, or an answer to the page itself. */
const isForDevelopers = (node: Node): boolean =>
  (node.type === 'NewExpression' && /^(?:Error|TypeError|RangeError|ChunkError)$/.test(node.callee.name ?? '')) ||
  (node.type === 'CallExpression' && /^(?:console|Response)$/.test(node.callee.object?.name ?? ''));

const isMessage = (node: Node): boolean =>
  node.type === 'TaggedTemplateExpression' ||
  (node.type === 'JSXElement' && MESSAGES.includes(node.openingElement.name.name)) ||
  (node.type === 'CallExpression' && MESSAGE_CALLS.includes(node.callee.name)) ||
  (node.type === 'CallExpression' &&
    DESCRIBED_CALLS.includes(node.callee.name) &&
    node.arguments[0]?.type === 'ObjectExpression');

function* shownBy(node: Node): Generator<string> {
  if (node.type === 'JSXText' && isWords(node.value)) yield node.value.trim();
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    for (const child of node.children)
      if (child.type === 'JSXExpressionContainer') yield* textsOf(child).filter(isWords);
  if (node.type === 'JSXAttribute') {
    const name = node.name.name ?? '';
    const named = NAMED[name as keyof typeof NAMED];
    if (SHOWN.test(name))
      yield* textsOf(node.value)
        .filter((text) => isWords(text) && !named?.test(text))
        .map((text) => `${name}="${text}"`);
  }
  if (node.type === 'Property' && /^(header|title|label)$/.test(node.key?.name ?? ''))
    yield* textsOf(node.value).filter((text) => isWords(text) && /^[A-Z]/.test(text));
  if (node.type === 'CallExpression' && [node.callee.name, node.callee.object?.name].includes('toast'))
    yield* textsOf(node.arguments[0]).filter(isWords);
  if (node.type === 'AssignmentExpression' && node.left.object?.name === 'document')
    yield* textsOf(node.right).filter(isWords);
  yield* (node.type === 'Literal' || node.type === 'TemplateLiteral' ? textsOf(node) : []).filter(
    (text) => PHRASE.test(text) && isWords(text),
  );
}

function* untranslatedIn(node: Node): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const inner of node) yield* untranslatedIn(inner);
    return;
  }
  if (isForDevelopers(node) || isMessage(node)) return;
  yield* shownBy(node);
  for (const [key, inner] of Object.entries(node)) if (key !== 'type') yield* untranslatedIn(inner);
}

/** Finds displayed texts that are not marked for translation in the given files (by name). */
export function untranslatedOf(files: ReadonlyMap<string, string>): Untranslated[] {
  return [...files].flatMap(([file, source]) =>
    [...new Set(untranslatedIn(parseSync(file, source).program))].map((text) => ({ file, text })),
  );
}

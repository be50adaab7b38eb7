import { parseSync } from 'vite';

/** Words of the source that no catalogue knows. */
export interface Untranslated {
  file: string;
  text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a node of any kind
type Node = any;

/** Attributes that are read out or shown, of elements and of the product's own components. */
const SHOWN =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|alt|title|label|placeholder|description|confirm|header|hint|text|name)$/;
/** Those that name something for the program. */
const NAMED = { name: /^[a-z_]/, label: /^[a-z]+$/ } as const;

/** Messages of Lingui. */
const MESSAGES = ['Trans', 'Plural', 'Select'];

const WORDS = /\p{L}{2,}/u;
/** Nobody translates these: names, addresses, formats and keys of the program. */
const PROPER =
  /^[\s\d\W]*(?:Territorio|Río Dulce|WhatsApp|Stripe|Google|Facebook|Apple Pay|Google Pay|QR|PDF|CSV|MB|GB|px|km|min|h|m|www\.\S+|https?:\S+|\S+@\S+|MM \/ YY|[A-Z]{2,5})?[\s\d\W]*$/;

const isWords = (text: string) => WORDS.test(text) && !PROPER.test(text);

function* untranslatedIn(node: Node, inMessage = false): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const inner of node) yield* untranslatedIn(inner, inMessage);
    return;
  }
  if (node.type === 'JSXText' && !inMessage && isWords(node.value)) yield node.value.trim();
  if (node.type === 'JSXElement') {
    const name = node.openingElement.name.name ?? '';
    yield* untranslatedIn(node.openingElement, inMessage);
    yield* untranslatedIn(node.children, inMessage || MESSAGES.includes(name));
    return;
  }
  if (node.type === 'JSXAttribute') {
    const name = node.name.name ?? '';
    const text = node.value?.type === 'Literal' ? node.value.value : literalOf(node.value?.expression);
    const program = NAMED[name as keyof typeof NAMED]?.test(text ?? '');
    if (typeof text === 'string' && SHOWN.test(name) && !program && isWords(text)) yield `${name}="${text}"`;
  }
  if (node.type === 'Property' && /^(header|title|label)$/.test(node.key?.name ?? '')) {
    const text = literalOf(node.value);
    if (text && isWords(text) && /^[A-Z]/.test(text)) yield `${node.key.name}: '${text}'`;
  }
  for (const [key, inner] of Object.entries(node)) if (key !== 'type') yield* untranslatedIn(inner, inMessage);
}

const literalOf = (node: Node): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

/** Finds words that are shown and not marked for the catalogues, in the given files (their texts by their names). */
export function untranslatedOf(files: ReadonlyMap<string, string>): Untranslated[] {
  return [...files].flatMap(([file, source]) =>
    [...untranslatedIn(parseSync(file, source).program)].map((text) => ({ file, text })),
  );
}

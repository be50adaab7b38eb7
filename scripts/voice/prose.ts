/** A text for people, with the kind of place in which it is. Code spans and names in it are replaced by "…". */
export interface Prose {
  scope: 'ui' | 'es' | 'comment' | 'doc' | 'subject' | 'test';
  line: number;
  text: string;
}

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '…').trim();

const COMMENT = { '.sql': /(?:^|\s)--\s+(.*)$/, '.sh': /(?:^|\s)#\s+(.*)$/, '.toml': /(?:^|\s)#\s+(.*)$/ } as const;
const SCRIPT_COMMENT = /(?:^|\s)(?:\/\/|\/?\*+)\s+(.*?)\s*(?:\*\/\s*)?$/;
const TEST = /\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.*?)\1\s*,/;

/** Comments on consecutive lines are one text, so that a phrase may continue on the next line. */
function commentsOf(lines: string[], pattern: RegExp): Prose[] {
  const found: Prose[] = [];
  let open: Prose | null = null;
  for (const [index, line] of lines.entries()) {
    const match = pattern.exec(line);
    const isWholeLine = /^\s*(?:\/\/|\/?\*|--|#)/.test(line);
    if (open && match && isWholeLine && !/^\s*\/\*/.test(line)) open.text += ` ${match[1]}`;
    else if (match) {
      open = { scope: 'comment', line: index + 1, text: match[1] ?? '' };
      found.push(open);
    } else open = null;
    if (!isWholeLine || line.includes('*/')) open = null;
  }
  return found.map((one) => ({ ...one, text: withoutCode(one.text) }));
}

const testsOf = (lines: string[]): Prose[] =>
  lines.flatMap((line, index) => {
    // A name may be on the line after `it(`.
    const found = TEST.exec(/\b(?:test|it|describe)\($/.test(line) ? `${line}${lines[index + 1]?.trim() ?? ''}` : line);
    return found ? [{ scope: 'test', line: index + 1, text: found[2] ?? '' }] : [];
  });

function documentOf(text: string): Prose[] {
  const lines = text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]+/g, '')).split('\n');
  const found: Prose[] = [];
  let open: Prose | null = null;
  for (const [index, line] of lines.entries()) {
    const begins = /^\s*(?:[-*|#>]|\d+\.)/.test(line);
    if (open && line.trim() && !begins) open.text += ` ${line.trim()}`;
    else if (line.trim()) {
      open = { scope: 'doc', line: index + 1, text: line.replace(/^\s*(?:[-*#>]+|\d+\.)\s+/, '') };
      found.push(open);
    } else open = null;
  }
  // Each cell of a row is a separate text.
  return found.flatMap((one) =>
    (one.text.startsWith('|') ? one.text.split('|') : [one.text]).map((part) => ({ ...one, text: withoutCode(part) })),
  );
}

/** In a catalogue, the ids are the English texts and the translations the Spanish ones. */
function catalogueOf(text: string): Prose[] {
  const found: Prose[] = [];
  let line = 1;
  for (const entry of text.split('\n\n')) {
    if (!entry.includes('#~')) {
      const [id = '', translation = ''] = entry
        .split(/^msgstr /m)
        .map((part) =>
          [...part.matchAll(/^(?:msgid )?"((?:[^"\\]|\\.)*)"$/gm)].map(([, piece = '']) => piece).join(''),
        );
      const plain = (raw: string) => raw.replaceAll(/\\(.)/g, '$1');
      if (id) found.push({ scope: 'ui', line, text: plain(id) }, { scope: 'es', line, text: plain(translation) });
    }
    line += entry.split('\n').length + 1;
  }
  return found;
}

/** Returns every text for people in a file of the repository. */
export function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.po')) return catalogueOf(text);
  if (file.endsWith('.md')) return documentOf(text);
  const lines = text.split('\n');
  const kind = /\.\w+$/.exec(file)?.[0] as keyof typeof COMMENT;
  if (COMMENT[kind]) return commentsOf(lines, COMMENT[kind]);
  return [...commentsOf(lines, SCRIPT_COMMENT), ...testsOf(lines)];
}

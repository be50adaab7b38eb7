import { readFileSync } from 'node:fs';
import { formatter } from '@lingui/format-po';
import { routes } from '../../src/app/routes.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const page = (title: string, about: string, body: string): string =>
  `# ${title}\n\n<!-- Written by npm run docs:reference. Do not edit. -->\n\n${about}\n\n${body}\n`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function limits(): string {
  const sql = read('supabase/schemas/foundation/settings.sql');
  const rows = /insert into private\.limits \(name, value, what\) values([\s\S]*?);\n/.exec(sql)?.[1] ?? '';
  return page(
    'Limits',
    'The rows of `private.limits` as a new database has them. A limit of a minute and an hour is counted per person unless it says otherwise.',
    table(
      ['limit', 'value', 'meaning'],
      [...rows.matchAll(/\('([^']+)', (\d+), '((?:[^']|'')*)'\)/g)].map(([, name = '', value = '', what = '']) => [
        `\`${name}\``,
        value,
        what.replaceAll("''", "'"),
      ]),
    ),
  );
}

const ACCESS = { open: 'everyone', guest: 'visitors', user: 'signed in' } as const;

function routeTable(): string {
  return page(
    'Routes',
    'The pages of `src/app/routes.ts`. Each is below `/es` too. A page opens offline where the phone has its files and data.',
    table(
      ['path', 'access', 'frame', 'offline', 'source'],
      routes.map(({ path, page: file, access, frame, offline }) => [
        `\`${path}\``,
        typeof access === 'string' ? ACCESS[access] : access.map((role) => `\`${role}\``).join(', '),
        frame,
        offline ? 'yes' : '',
        `[${file}](../../src/pages/${file}.tsx)`,
      ]),
    ),
  );
}

/** Returns the text of a message in the source, with its values as `{name}`. */
const plain = (message: string): string =>
  message.replace(/^\$\{plural\(.*other: '(.*)' \}\)\}$/, '$1').replaceAll(/\$\{(\w+)\}/g, '{$1}');

function refusals(): string {
  const source = read('src/lib/api/error-messages.ts') + read('src/lib/api/errors.ts');
  const texts = new Map<string, string[]>();
  for (const [, code = '', text = ''] of source.matchAll(/^ {2}(\w+): (?:\(\w+\) =>\s+)?msg`(.*)`,$/gm))
    texts.set(code, [...(texts.get(code) ?? []), plain(text)]);
  return page(
    'Refusals',
    'The codes with which the database and the edge functions refuse a request (the `hint` of an error), and what people read. Several texts: the longer one carries a moment or name from the details.',
    table(
      ['code', 'text'],
      [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, all]) => [`\`${code}\``, all.join('<br>')]),
    ),
  );
}

const OUTCOME = /^(?:Failed to |An error occurred|Unable to )|\bsuccessfully\b/;
/** Returns the area of a source file. `src/features/booking/tickets/Ticket.tsx` belongs to booking/tickets. */
const areaOf = (file: string): string =>
  /^src\/features\/((?:[\w-]+\/){1,2})/.exec(file)?.[1]?.slice(0, -1) ?? file.split('/').slice(0, 2).join('/');

async function texts(): Promise<string> {
  // The ids of the Spanish catalogue are the English texts.
  const filename = 'src/locales/es/messages.po';
  const catalogue = await formatter().parse(read(filename), { locale: 'es', sourceLocale: 'en', filename });
  const rows = Object.entries(catalogue).flatMap(([id, { message, origin }]) => {
    const text = message ?? id;
    if (!OUTCOME.test(text)) return [];
    return [...new Set((origin ?? []).map(([file]) => areaOf(file)))].map((area) => [area, text] as const);
  });
  const areas = [...new Set(rows.map(([area]) => area))].sort();
  return page(
    'Texts of success and failure',
    'What an area shows when an action worked or failed and the cause has no text of its own ([refusals](refusals.md)).',
    table(
      ['area', 'worked', 'failed'],
      areas.map((area) => {
        const all = rows.filter(([of]) => of === area).map(([, text]) => text);
        const worked = all.filter((text) => /\bsuccessfully\b/.test(text)).sort();
        return [
          area,
          worked.join('<br>'),
          all
            .filter((text) => !worked.includes(text))
            .sort()
            .join('<br>'),
        ];
      }),
    ),
  );
}

/** Returns the pages of docs/reference by file. */
export async function referencePages(): Promise<Record<string, string>> {
  return {
    'docs/reference/limits.md': limits(),
    'docs/reference/routes.md': routeTable(),
    'docs/reference/refusals.md': refusals(),
    'docs/reference/texts.md': await texts(),
  };
}

// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bareTextsOf } from './bare-text.ts';
import { sourceFiles } from './imports.ts';

// Parses every file of the app, which takes a while on a busy machine.
it('wraps changing text, and text after changing siblings, in an element of its own', {
  timeout: 120_000,
}, () => {
  const files = sourceFiles(['src']).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
  expect(bareTextsOf(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
});

const drawn = (jsx: string, others = '') =>
  bareTextsOf(new Map([['it.tsx', `${others}\nconst It = () => (\n${jsx}\n);`]])).map(({ text }) => text);

it.each([
  ['a button whose spinner comes before its words', '<button>{busy ? <Spinner /> : icon}{children}</button>'],
  ['a message that comes and goes', '<p>{late && <Trans>Too late</Trans>}</p>'],
  ['text behind a list', '<p>{all.map((one) => <b>{one}</b>)} and more</p>'],
  ['text in the place of an element', '<p>{open ? <b>Open</b> : `closed`}</p>'],
  ['text that comes and goes beside other text', '<p>{name}{day && `, and more`}</p>'],
])('finds %s', (_, jsx) => {
  expect(drawn(jsx)).toHaveLength(1);
});

it('finds text that another component renders without an element, or after one that may render nothing', () => {
  const others = 'const Word = () => <Trans>Word</Trans>;\nfunction Mark() { if (none) return null; return <b />; }';
  expect(drawn('<p>{late && <Word />}</p>', others)).toEqual(['{late && <Word />}']);
  expect(drawn('<p><Mark /> words</p>', others)).toEqual(['words']);
});

it('finds text of two kinds in an element that stays, and text passed to another component', () => {
  expect(drawn('<p>{a ? (<b><Trans>One</Trans></b>) : (<b>{two}</b>)}</p>')).toHaveLength(1);
  expect(drawn('<p>{a ? (<b key="one"><Trans>One</Trans></b>) : (<b>{two}</b>)}</p>')).toEqual([]);
  expect(drawn('<p>{a ? <Badge><i /><Trans>One</Trans></Badge> : <Badge><Trans>Two</Trans></Badge>}</p>')).toHaveLength(
    1,
  );
  expect(drawn('<p>{a ? <Used /> : <Trans>Two</Trans>}</p>', 'const Used = () => <Trans>Used</Trans>;')).toHaveLength(
    1,
  );
  const returned =
    'function Word() { if (a) return <Badge><i /><Trans>One</Trans></Badge>; return <Badge><Trans>Two</Trans></Badge>; }';
  expect(drawn('<p><Word /> and</p>', returned).length).toBeGreaterThan(0);
  expect(drawn('<Field hint={late && <Trans>Too late</Trans>} />')).toHaveLength(1);
});

it.each([
  ['words that change', '<p>{busy ? <Trans>Sending…</Trans> : <Trans>Send</Trans>}</p>'],
  ['the only text of an element', '<p>{late && `Too late`}</p>'],
  ['text in an element of its own', '<button>{busy ? <Spinner /> : icon}<span>{children}</span></button>'],
  ['text before what comes and goes', '<p>Sent {late && <b>late</b>}</p>'],
  ['text after an element that stays', '<p>{late && <b />}<i /> words</p>'],
])('accepts %s', (_, jsx) => {
  expect(drawn(jsx)).toEqual([]);
});

// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES, SOURCE } from '../../src/lib/i18n/languages.ts';
import { sourceFiles } from './imports.ts';

// Adding a language takes a line in supabase/functions/_shared/languages.ts, its code in public/theme.js and
// private.is_language, and its catalogues.

/** Matches a language by name: 'es', "es-GT". English content is marked by an attribute. */
const NAMED = /(?<!lang=)(["'`])(?:en|es)(?:-(?:US|GT|MX|ES|GB))?\1/;
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

it('only one list contains the languages', () => {
  const files = sourceFiles(['src']).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.filter((file) => NAMED.test(withoutComments(readFileSync(file, 'utf8'))))).toEqual([]);
  expect("if (language === 'es')").toMatch(NAMED);
  expect('<span lang="en">').not.toMatch(NAMED);
});

it('the code before the first paint knows every language of the addresses', () => {
  const [, list = ''] = /var languages = \[(.*)\];/.exec(readFileSync('public/theme.js', 'utf8')) ?? [];
  const prefixed = LANGUAGES.filter((language) => language !== SOURCE);
  expect(list).toBe(prefixed.map(({ code }) => `'${code}'`).join(', '));
  expect(prefixed.every(({ code, prefix }) => prefix === `/${code}`)).toBe(true);
});

it('the database accepts no other language', () => {
  const sql = readFileSync('supabase/schemas/foundation/translations.sql', 'utf8');
  const [, list = ''] = /function private\.is_language[^$]*\$\$ select p in \((.*)\) \$\$/.exec(sql) ?? [];
  expect(list).toBe(LANGUAGES.map(({ code }) => `'${code}'`).join(', '));
});

it('an installed app is the same in every language, except for its texts', () => {
  const manifestOf = (file: string) => JSON.parse(readFileSync(`public/${file}`, 'utf8'));
  const { description, shortcuts, lang, ...source } = manifestOf('manifest.webmanifest');
  expect(lang).toBe(SOURCE.code);
  for (const { code } of LANGUAGES.filter((language) => language !== SOURCE)) {
    const other = manifestOf(`manifest.${code}.webmanifest`);
    expect(other).toMatchObject({ ...source, lang: code });
    expect(other.description).not.toBe(description);
    // Returns the same pages, each in its own language.
    const urls = (of: { url: string }[]) => of.map(({ url }) => url.replace(new RegExp(`^/${code}(?=[/?])/?`), '/'));
    expect(urls(other.shortcuts)).toEqual(urls(shortcuts));
    for (const { name } of shortcuts)
      expect(other.shortcuts.map((one: { name: string }) => one.name)).not.toContain(name);
  }
});

it.each(LANGUAGES)('$name has catalogues unless the sources are written in it', (language) => {
  for (const name of ['messages', 'mails'])
    expect(existsSync(`src/locales/${language.code}/${name}.po`)).toBe(language !== SOURCE);
});

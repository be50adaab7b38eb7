// @vitest-environment node
import { parse, type Token } from '@messageformat/parser';
import { expect, it } from 'vitest';
import { LANGUAGES, SOURCE } from '../../src/lib/i18n/languages.ts';
import { tagsInSpanish } from '../../supabase/seed/content/tags.ts';
import { territories } from '../../supabase/seed/content/territories.ts';
import { catalogue } from '../support/catalogue.ts';

/** The texts of the pages and the emails. */
const everything = (code: string) => [...catalogue(code), ...catalogue(code, 'mails')];

/** Returns the values and elements that a translation must keep. */
function partsOf(message: string): string[] {
  const parts = new Set<string>(message.match(/<\/?\w+\/?>/g));
  const look = (tokens: Token[]) => {
    for (const token of tokens) {
      if ('arg' in token) parts.add(token.arg);
      if ('cases' in token) for (const one of token.cases) look(one.tokens);
    }
  };
  look(parse(message));
  return [...parts].sort();
}

/** Words that the glossary excludes (docs/glossary.md). */
const RULED_OUT =
  /(?<![{\p{L}])(?:vosotros|vuestr\p{L}*|tú|tus?|contigo|puedes|tienes|quieres|haz|ordenador\p{L}*|móvil\p{L}*|coches?|billetes?|reservaci[oó]n\p{L}*|conductor\p{L}*|chofer\p{L}*|asientos?|añad\p{L}*|borr(?:ar\p{L}*|ad[oa]s?|[ae]n?|ó)|coger|soci[oa]s?|devoluci[oó]n\p{L}*|e-?mails?|check-?in)(?![}\p{L}])/iu;

/** The product's name is not a word for a territory. Quotation marks other than “these” are excluded. */
const PLACE = /(?<!\p{L})(?:territorios?|Territorios)(?!\p{L})/u;
const OTHER_QUOTES = /[«»"]/;
const isRuledOut = (text: string) => RULED_OUT.test(text) || PLACE.test(text) || OTHER_QUOTES.test(text);

const others = LANGUAGES.filter((language) => language !== SOURCE);

it.each(others)('every text has its $name', ({ code }) => {
  expect(everything(code).filter(({ translated }) => translated === '')).toEqual([]);
});

it.each(others)('a text in $name keeps its values and elements', ({ code }) => {
  const wrong = everything(code).filter(
    ({ english, translated }) => translated && partsOf(english).join() !== partsOf(translated).join(),
  );
  expect(wrong).toEqual([]);
});

it('Spanish texts follow the glossary', () => {
  expect(everything('es').filter(({ translated }) => isRuledOut(translated))).toEqual([]);
});

/** Good Spanish words that are wrong here, with the English they would translate. */
const OTHER_WORDS: [RegExp, RegExp][] = [
  [/\b(?:seats?|spots?)\b/i, /\b(?:plazas?|lugares)\b/i],
  [/\bboats?\b/i, /\b(?:botes?|barcos?)\b/i],
  [/\btickets?\b/i, /\b(?:entradas?|tiquetes?)\b/i],
  [/\b(?:managers?|staff)\b/i, /\bencargad/i],
  [/\b(?:payouts?|pa(?:y|id) out)\b/i, /\b(?:desembols|pag[oa]s? a terceros)/i],
  [/\bnotifications?\b/i, /\balertas?\b/i],
  [/\bsettings\b/i, /\bajustes\b/i],
  [/\b(?:photos?|pictures?)\b/i, /\bim[aá]gen/i],
  [/\bupload/i, /\bcarg(?:a|ue|ó)/i],
  [/\breviews?\b/i, /\b(?:opini[oó]n|comentario)/i],
  [/\bdashboard\b/i, /\btablero\b/i],
  [/\bpassword\b/i, /\bclave\b/i],
  // Only at the start of a text, where the product's name would look the same.
  [/^territor(?:y|ies)\b/i, /\bterritorio/i],
  [/\bordered\b/i, /\bpedid[oa]s?\b/i],
  // The device is a 'celular'. The number is a 'teléfono'.
  [/\b(?:this|their|another|two|the) phones?\b(?! number)/i, /\bteléfono/i],
  [/\bdevice\b/i, /\baparato/i],
  // A hotel's guests, a partner's own, are 'huéspedes'.
  [/(?<!\byour )\bguests?\b/i, /\b(?:huésped|cliente)/i],
  [/\bdesk\b/i, /\bmesas?\b/i],
  [/\btakes? place\b/i, /\bse hace\b/i],
  [/\breported\b/i, /\bdenunciad/i],
  [/\benter\b/i, /\bingrese\b/i],
];
const isOtherWord = ({ english, translated }: { english: string; translated: string }) =>
  OTHER_WORDS.some(([source, other]) => source.test(english) && other.test(translated));

it('one thing has one word in Spanish', () => {
  expect(everything('es').filter(isOtherWord)).toEqual([]);
  expect(isOtherWord({ english: 'Three seats left', translated: 'Quedan tres lugares' })).toBe(true);
  expect(isOtherWord({ english: 'Upload a photo', translated: 'Suba una imagen' })).toBe(true);
  expect(isOtherWord({ english: 'Kept on this phone', translated: 'Guardado en este teléfono' })).toBe(true);
  expect(isOtherWord({ english: 'Country of the phone number', translated: 'País del número de teléfono' })).toBe(
    false,
  );
  expect(isOtherWord({ english: 'Ask the guest', translated: 'Pregunte al huésped' })).toBe(true);
  expect(isOtherWord({ english: 'When your guests book', translated: 'Cuando sus huéspedes reserven' })).toBe(false);
  expect(isOtherWord({ english: 'Places that you pass', translated: 'Lugares por donde pasa' })).toBe(false);
});

/** 'a las {time}' is wrong from one o'clock to two: 'a la 1:00'. */
const ARTICLE_OF_TIME = /\ba las? \{|(?<!\p{L})las? \{(?:at|hour|time|until|when)\}/u;

it('has no article before an inserted time', () => {
  expect(everything('es').filter(({ translated }) => ARTICLE_OF_TIME.test(translated))).toEqual([]);
  for (const text of ['{date} a las {0}', 'La lista es de las {time}']) expect(text).toMatch(ARTICLE_OF_TIME);
  expect('Mostrar las {length} salidas').not.toMatch(ARTICLE_OF_TIME);
});

/** The demo's Spanish listings, without user texts. */
const listed = [
  ...Object.values(tagsInSpanish),
  ...territories.flatMap((territory) =>
    [territory, ...territory.pickups, ...territory.experiences, ...territory.transports].flatMap(({ es }) =>
      Object.values<string>({ ...es }),
    ),
  ),
];

it('the listings of the demo follow the glossary', () => {
  expect(listed.length).toBeGreaterThan(200);
  expect(listed.filter(isRuledOut)).toEqual([]);
});

it('finds only what the glossary excludes', () => {
  for (const text of ['Reservación lista', 'Revisa tu correo', 'Su email', 'Añada una foto'])
    expect(text).toMatch(RULED_OUT);
  for (const text of ['Reservas del territorio', 'Todos los Territorios', 'Elija «Guías»'])
    expect(isRuledOut(text)).toBe(true);
  expect(isRuledOut('Invitación a Territorio en {territory}: “Guías”')).toBe(false);
  for (const text of ['Su reserva', 'Mande un correo a {email}', 'Actualice', 'Estuvo aquí'])
    expect(text).not.toMatch(RULED_OUT);
});

it('finds a lost value', () => {
  expect(partsOf('Hello {name}')).not.toEqual(partsOf('Hola'));
  expect(partsOf('{n, plural, one {# boat} other {# boats}}')).toEqual(
    partsOf('{n, plural, one {# lancha} other {# lanchas}}'),
  );
});

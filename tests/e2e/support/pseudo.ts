import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { BrowserContext } from '@playwright/test';
import pseudolocale from 'pseudolocale';
import { SHELL } from '../../../scripts/build/files.ts';
import { catalogue } from '../../support/catalogue.ts';

/** The words between two elements: accented, and some forty per cent longer, as each vowel stands twice. */
const lengthened = (text: string): string =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((part) =>
      part.startsWith('<') ? part : pseudolocale(part.replace(/[aeiou]/gi, '$&$&'), { prepend: '', append: '' }),
    )
    .join('');

/** '[!!! Ɓōōōōķ ńōōŵ !!!]': what is longer than any language, and shows both its ends. */
function pseudo(message: string) {
  const compiled = compileMessageOrThrow(message, lengthened);
  const parts = typeof compiled === 'string' ? [compiled] : compiled;
  return ['[!!! ', ...parts, ' !!!]'];
}

let made: string | undefined;

/** The Spanish catalogue as a module of the build, made once. */
function pseudoCatalogue(): string {
  if (made) return made;
  const messages = JSON.stringify(Object.fromEntries(catalogue('es').map(({ id, english }) => [id, pseudo(english)])));
  made = `export const messages = JSON.parse(${JSON.stringify(messages)});`;
  return made;
}

/**
 * Has the pages of a context speak it below `/es`: the Spanish catalogue is answered with one made of the English texts, so no build
 * has to know of it. Nor does the page that the build drew: the app draws all of it.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const body = pseudoCatalogue();
  await context.route('**/assets/messages-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await context.route(/\/es(\/|\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    // Once more: a connection that is used again may have been closed meanwhile, which a browser bears as well.
    const url = new URL(`/${SHELL}`, route.request().url()).href;
    await route.fulfill({ response: await route.fetch({ url, maxRetries: 1 }) });
  });
}

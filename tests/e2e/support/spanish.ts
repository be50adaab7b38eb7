import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalogue } from '../../support/catalogue.ts';

const entries = catalogue('es');
const ids = new Map(entries.map(({ id, english }) => [english, id]));
const spanish = setupI18n({
  locale: 'es',
  locales: 'es-GT',
  messages: { es: Object.fromEntries(entries.map(({ id, translated }) => [id, translated])) },
}).setMessagesCompiler(compileMessage);

/** Returns the Spanish text of an English one with its values, so that journeys read like the English ones. */
export function es(english: string, values: Record<string, unknown> = {}): string {
  const id = ids.get(english);
  if (!id) throw new Error(`not a text of the app: ${english}`);
  return spanish._(id, values).replace(/<\/?\w+\/?>/g, '');
}

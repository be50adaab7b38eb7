import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Language, languageOf, SOURCE, withPrefix } from '../languages.ts';
import { type Formats, formatsIn } from './formats.ts';
import { type Labels, labelsIn } from './labels.ts';
import { translations } from './translations.ts';

/** The texts, formats and addresses in the reader's language. */
export interface MailContext {
  language: Language;
  labels: Labels;
  formats: Formats;
  appUrl: string;
  /** Returns a page's address in the email's language. */
  link: (path: string) => string;
  /** The unsubscribe address, or null for emails that can't be stopped. */
  unsubscribe: string | null;
}

/**
 * Returns the i18n instance of a language, which is never switched because emails in two languages may be written
 * at the same time.
 */
export function translator({ code, locale }: Language) {
  const i18n = setupI18n({ locale: code, locales: locale, messages: { [code]: translations[code] ?? {} } });
  return i18n.setMessagesCompiler(compileMessage);
}

/** `code` comes from the outbox row. Unknown codes are English. */
export function mailContext(
  code: string | null | undefined,
  appUrl: string,
  unsubscribe: string | null = null,
): MailContext {
  const language = languageOf(code) ?? SOURCE;
  const formats = formatsIn(language.locale);
  const link = (path: string) => appUrl + withPrefix(path, language);
  return {
    language,
    appUrl,
    formats,
    labels: labelsIn(translator(language), formats),
    link,
    unsubscribe: unsubscribe && link(unsubscribe),
  };
}

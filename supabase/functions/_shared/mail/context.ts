import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Language, languageOf, SOURCE, withPrefix } from '../languages.ts';
import { type Formats, formatsIn } from './formats.ts';
import { type Labels, labelsIn } from './labels.ts';
import { translations } from './translations.ts';

/** What a letter is written with: the texts, formats and addresses of its reader's language. */
export interface MailContext {
  language: Language;
  labels: Labels;
  formats: Formats;
  appUrl: string;
  /** The address of one of our pages, in the language of the letter. */
  link: (path: string) => string;
  /** Where its reader stops such letters; null of one that cannot be stopped. */
  unsubscribe: string | null;
}

/** The texts of a language. An instance of its own, never switched: letters in two languages may be written at once. */
export function translator({ code, locale }: Language) {
  const i18n = setupI18n({ locale: code, locales: locale, messages: { [code]: translations[code] ?? {} } });
  return i18n.setMessagesCompiler(compileMessage);
}

/** `code`: as the row of the outbox has it. One that is not known is English. */
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

import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Language, languageOf, SOURCE } from './languages.ts';

/**
 * English is the source language and stays in the source, so English needs no catalogue: each lazy chunk carries its own texts. Every
 * other language is a compiled catalogue, loaded before the app (docs/decisions/0046).
 */
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: SOURCE.code, locales: SOURCE.locale, messages: {} });

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/*/messages.po');

/** The language of a page never changes; switching loads it again. */
export async function activateLanguage({ code, locale }: Language): Promise<void> {
  const load = catalogues[`../../locales/${code}/messages.po`];
  i18n.loadAndActivate({ locale: code, locales: locale, messages: load ? (await load()).messages : {} });
}

/** The language of this page. */
export const currentLanguage = (): Language => languageOf(i18n.locale) ?? SOURCE;

export { i18n };

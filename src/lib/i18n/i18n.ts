import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Language, languageOf, SOURCE } from './languages.ts';

/**
 * English is the source language and stays in the source, so it needs no catalogue. Each lazy chunk carries its own
 * texts. Every other language is a compiled catalogue that loads before the app (docs/decisions/0046).
 */
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: SOURCE.code, locales: SOURCE.locale, messages: {} });

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/*/messages.po');

export async function activateLanguage({ code, locale }: Language): Promise<void> {
  const load = catalogues[`../../locales/${code}/messages.po`];
  i18n.loadAndActivate({ locale: code, locales: locale, messages: load ? (await load()).messages : {} });
}

/** Returns the language of this page, which never changes. Switching the language loads the page again. */
export const currentLanguage = (): Language => languageOf(i18n.locale) ?? SOURCE;

export { i18n };

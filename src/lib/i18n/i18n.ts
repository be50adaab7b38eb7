import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/**
 * English is the source language and stays in the source, so English needs no catalogue: each lazy chunk carries
 * its own texts. Another language is a compiled catalogue, loaded with `i18n.load` and activated.
 */
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: 'en', messages: {} });

export { i18n };

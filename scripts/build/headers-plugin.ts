import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { bootScript } from './boot-script.ts';
import { type HeaderOptions, writeHeadersFile } from './headers.ts';

const BOOT_TAG = '<script src="/theme.js"></script>';

/**
 * Writes `_headers` beside the built app, for the settings that it was built with, and puts the one script that they let
 * stand in a page into it.
 */
export function hostHeaders(): Plugin {
  let folder = 'dist';
  let options: HeaderOptions = { https: true };
  return {
    name: 'territorio-host-headers',
    apply: 'build',
    configResolved(config) {
      const { VITE_SUPABASE_URL: supabaseUrl, VITE_STRIPE_EMULATOR_URL: stripeEmulatorUrl } = config.env;
      folder = resolve(config.root, config.build.outDir);
      // Only the local stack has an emulator, and it is plain http.
      const { VITE_PARTNER_FORM_URL: partnerFormUrl, VITE_PARTNER_FORM_SCRIPT_URL: partnerFormScriptUrl } = config.env;
      const { VITE_TURNSTILE_SITE_KEY: captchaSiteKey } = config.env;
      const forms = { partnerFormUrl, partnerFormScriptUrl, captchaSiteKey };
      options = { supabaseUrl, stripeEmulatorUrl, ...forms, https: !stripeEmulatorUrl };
    },
    transformIndexHtml: (html) => html.replace(BOOT_TAG, () => `<script>${bootScript()}</script>`),
    // Not closeBundle: that runs after a failed build too, and would hide why it failed.
    writeBundle() {
      if (this.environment.name !== 'client') return;
      writeHeadersFile(folder, options);
    },
  };
}

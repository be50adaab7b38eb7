import type { Plugin } from 'vite';
import { bootScript } from './boot-script.ts';

const BOOT_TAG = '<script src="/theme.js"></script>';

/** Inserts the one inline script that the content security policy allows. */
export function bootScriptInPage(): Plugin {
  return {
    name: 'territorio-boot-script',
    apply: 'build',
    transformIndexHtml: (html) => html.replace(BOOT_TAG, () => `<script>${bootScript()}</script>`),
  };
}

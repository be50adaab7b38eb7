import type { Plugin } from 'vite';
import { bootScript } from './boot-script.ts';

const BOOT_TAG = '<script src="/theme.js"></script>';

/** Puts the one script that the content policy lets stand in a page into it. */
export function bootScriptInPage(): Plugin {
  return {
    name: 'territorio-boot-script',
    apply: 'build',
    transformIndexHtml: (html) => html.replace(BOOT_TAG, () => `<script>${bootScript()}</script>`),
  };
}

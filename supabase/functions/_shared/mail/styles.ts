import { Html } from './html.ts';

export const ink = '#1b2044';
export const mutedInk = '#655e5c';

const night: Record<string, string> = {
  'm-page': 'background:#0c0f24',
  'm-head': 'background:#10132c;color:#fbf6ee',
  'm-card': 'background:#181c3c',
  'm-well': 'background:#20254a',
  'm-ink': 'color:#f7f2ea',
  'm-ink-3': 'color:#b9bbd3',
  'm-link': 'color:#ff8db4',
  'm-line': 'border-color:#2b3158',
  'm-button': 'background:#d4246b',
  'm-on-button': 'color:#ffffff',
};

const important = (rules: string): string => rules.replace(/(;|$)/g, ' !important$1');
const rules = (prefix: string): string =>
  Object.entries(night)
    .map(([name, declarations]) => `${prefix}.${name}{${important(declarations)}}`)
    .join('');

/**
 * Dark colours by media query (Apple, Thunderbird, Samsung) and by the attribute of Outlook's recoloured elements.
 * Programs that invert colours themselves (Gmail) find dark text on light backgrounds and light text on dark ones,
 * which can be read either way.
 */
export const darkStyles = new Html(
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (prefers-color-scheme:dark){${rules('')}}`,
    rules('[data-ogsc] '),
    '@media (max-width:480px){.m-pad{padding:24px 20px !important}.m-head{padding:18px 20px !important}}',
  ].join('\n'),
);

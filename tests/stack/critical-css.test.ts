import { expect, it } from 'vitest';
import { criticalCss } from '../../scripts/prerender/critical-css.ts';

const html =
  '<html lang="en"><body class="antialiased"><p id="a" class="p-4 md:flex hover:x [&amp;_svg]:size-5"></p></body></html>';

it('keeps what the HTML can match, and leaves the rest out', () => {
  const css = `@layer a,b;@layer utilities{.p-4{padding:1rem}.m-4{margin:1rem}@media (min-width:48rem){.md\\:flex{display:flex}.md\\:grid{display:grid}}}`;
  expect(criticalCss(css, html)).toBe(
    '@layer a,b;@layer utilities{.p-4{padding:1rem}@media (min-width:48rem){.md\\:flex{display:flex}}}',
  );
});

it('keeps elements, choices, escapes and the marks that come before the first paint', () => {
  const css = `p{color:red}.gone,.p-4{top:0}#a{x:y}#b{x:y}.p-4:where(.gone,.gone *){c:d}.dark .p-4{e:f}.dark .gone{e:f}.\\[\\&_svg\\]\\:size-5 svg{g:h}`;
  expect(criticalCss(css, html)).toBe(
    'p{color:red}.p-4{top:0}#a{x:y}.p-4:where(.gone,.gone *){c:d}.dark .p-4{e:f}.\\[\\&_svg\\]\\:size-5 svg{g:h}',
  );
});

it('is not misled by braces in strings, and keeps whole what is no rule', () => {
  const css = `@font-face{font-family:"x}"}@keyframes k{from{opacity:0}to{opacity:1}}.p-4:before{content:"}{"}.gone:before{content:"}"}`;
  expect(criticalCss(css, html)).toBe(
    '@font-face{font-family:"x}"}@keyframes k{from{opacity:0}to{opacity:1}}.p-4:before{content:"}{"}',
  );
});

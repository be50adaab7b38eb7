import { expect, it } from 'vitest';
import { criticalCss } from '../../scripts/build/critical-css.ts';

const html =
  '<html lang="en"><body class="antialiased"><p id="a" class="p-4 md:flex hover:x [&amp;_svg]:size-5"><svg></svg></p></body></html>';

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
  const css = `@font-face{font-family:"x}"}@keyframes k{from{opacity:0}to{opacity:1}}.p-4:before{animation:k 1s;content:"}{"}.gone:before{content:"}"}`;
  expect(criticalCss(css, html)).toBe(
    '@font-face{font-family:"x}"}@keyframes k{from{opacity:0}to{opacity:1}}.p-4:before{animation:k 1s;content:"}{"}',
  );
});

it('leaves out what is for elements that are not there, for a pointer, or for paper', () => {
  const css = `table,p{a:b}p>table{a:b}.p-4 table{a:b}.p-4:hover,.p-4:focus-visible{c:d}:is(:where(.p-4):hover .p-4){e:f}:is(.p-4:hover,.p-4:focus){g:h}:is(:where(.gone) .p-4){i:j}@media (hover:hover){.p-4{k:l}}@media print{.p-4{k:l}}p:nth-child(2){m:n}`;
  expect(criticalCss(css, html)).toBe(
    'p{a:b}.p-4:focus-visible{c:d}:is(.p-4:hover,.p-4:focus){g:h}p:nth-child(2){m:n}',
  );
});

it('leaves out variables, property types and animations that nothing uses, not those used by way of others', () => {
  const css = `:root{--a:var(--b);--b:url("x;y");--c:var(--a);--d:1;--e:2;--move:slide 1s}@property --b{syntax:"*"}@property --e{syntax:"*"}@keyframes slide{to{left:0}}@keyframes sl{to{left:0}}p{color:var(--a,red);animation:var(--move)}`;
  expect(criticalCss(css, html.replace('<p ', '<p style="left:var(--d)" '))).toBe(
    ':root{--a:var(--b);--b:url("x;y");--d:1;--move:slide 1s}@property --b{syntax:"*"}@keyframes slide{to{left:0}}p{color:var(--a,red);animation:var(--move)}',
  );
});

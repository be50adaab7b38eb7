import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Vitest imports stylesheets without their content.
const styles = (name: string) => readFileSync(join(process.cwd(), 'src/styles', name), 'utf8');
const components = styles('components.css');
const tokens = styles('tokens.css');

type Rgb = readonly [number, number, number];
export type Theme = 'light' | 'dark';
type Painted = 'background' | 'color';

const WHITE: Rgb = [255, 255, 255];

function hex(text: string): Rgb {
  const full = text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  const at = (n: number) => Number.parseInt(full.slice(n, n + 2), 16);
  return [at(1), at(3), at(5)];
}

/** Returns a token's colour, or null if there is none. */
function tokenOf(name: string, theme: Theme): Rgb | null {
  const value = new RegExp(`--color-${name}:\\s*([^;]+);`).exec(tokens)?.[1];
  const both = value && /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
  const one = both ? both[theme === 'light' ? 1 : 2] : value;
  return one?.startsWith('#') ? hex(one) : null;
}

const over = (top: Rgb, share: number, below: Rgb): Rgb =>
  top.map((value, n) => value * share + (below[n] ?? 0) * (1 - share)) as unknown as Rgb;

/** Each class's own rule. If there are two, the first. */
const rules = new Map(
  [...components.matchAll(/^\s*\.([\w-]+) \{([^}]*)\}/gm)]
    .map(([, name = '', rule = '']) => [name, rule] as const)
    .reverse(),
);

/** Returns the colours of a design system class: its own rule, without states. */
function componentOf(name: string, painted: Painted): string | undefined {
  const rule = rules.get(name) ?? '';
  return new RegExp(`(?:^|;\\s*)${painted}:\\s*([^;]+)`).exec(rule.trim())?.[1];
}

/** Paints over the background. Returns null if the value has no colour. */
function paint(value: string, below: Rgb, theme: Theme): Rgb | null {
  if (/^(transparent|currentColor|current|inherit)$/.test(value)) return below;
  const token = /^var\(--color-([\w-]+)\)$/.exec(value)?.[1] ?? /^([a-z][\w-]*?)(?:\/\d+)?$/.exec(value)?.[1];
  const share = Number(/\/(\d+)$/.exec(value)?.[1] ?? 100) / 100;
  if (token) {
    const colour = tokenOf(token, theme);
    return colour && over(colour, share, below);
  }
  const alpha = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value);
  if (alpha) return over([Number(alpha[1]), Number(alpha[2]), Number(alpha[3])], Number(alpha[4]), below);
  return value.startsWith('#') ? hex(value) : null;
}

/** A utility overrides the design system's rules, and one with `!` overrides all. */
function paintedBy(element: Element, painted: Painted, below: Rgb, theme: Theme): Rgb {
  const prefix = painted === 'background' ? 'bg-' : 'text-';
  let found = below;
  for (const rank of [0, 1, 2])
    for (const name of element.classList) {
      const utility = name.startsWith(prefix);
      if ((utility ? (name.endsWith('!') ? 2 : 1) : 0) !== rank) continue;
      const value = utility ? name.slice(prefix.length).replace(/!$/, '') : componentOf(name, painted);
      const colour = value && paint(value, painted === 'background' ? below : found, theme);
      if (colour) found = colour;
    }
  return found;
}

/** Returns the contrast ratio of WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [one, other]
    .map((colour) => {
      const [r = 0, g = 0, b = 0] = colour.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the contrast between two colour tokens. `opacity` is the text's. */
export function tokenContrast(text: string, background: string, theme: Theme, opacity = 1): number {
  const [ink, behind] = [tokenOf(text, theme), tokenOf(background, theme)];
  if (!ink || !behind) throw new Error(`There is no colour token ${ink ? background : text}.`);
  return contrast(over(ink, opacity, behind), behind);
}

/**
 * Returns all rendered texts and icons with their contrast by classes and tokens, because unit tests have no
 * stylesheets. Screen-reader-only content is skipped.
 */
export function contrasts(root: Element, theme: Theme): { text: string; ratio: number }[] {
  const found: { text: string; ratio: number }[] = [];
  const look = (element: Element, background: Rgb, color: Rgb) => {
    if (element.classList.contains('sr-only')) return;
    const behind = paintedBy(element, 'background', background, theme);
    const ink = paintedBy(element, 'color', color, theme);
    const own = [...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent?.trim()] : []));
    const text = element instanceof SVGElement ? element.getAttribute('class') : own.filter(Boolean).join(' ');
    if (text) found.push({ text, ratio: Math.round(contrast(behind, ink) * 100) / 100 });
    if (element instanceof SVGElement) return;
    for (const child of element.children) look(child, behind, ink);
  };
  look(root, WHITE, tokenOf('ink', theme) ?? WHITE);
  return found;
}

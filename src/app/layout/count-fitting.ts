/**
 * How many of the links, in their order, have room. `widths` of each, `more` of the button that stands for the rest, and `gap` between
 * two, in px. At least one goes into a menu, if any does.
 */
export function countFitting(widths: readonly number[], more: number, room: number, gap: number): number {
  const upTo = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) + gap * Math.max(0, count - 1);
  if (upTo(widths.length) <= room) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && upTo(count) + gap + more > room) count -= 1;
  return count;
}

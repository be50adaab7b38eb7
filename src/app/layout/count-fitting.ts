/**
 * Returns how many of the links fit, in order. If not all fit, the bar also needs room for the menu button. All sizes
 * are in pixels: `widths` of the links, `more` of the menu button, `room` of the bar and `gap` between two entries.
 */
export function countFitting(widths: readonly number[], more: number, room: number, gap: number): number {
  const upTo = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) + gap * Math.max(0, count - 1);
  if (upTo(widths.length) <= room) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && upTo(count) + gap + more > room) count -= 1;
  return count;
}

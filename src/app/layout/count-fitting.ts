/**
 * Returns how many links fit, in order. All numbers are in pixels: `widths` of each link, `more` of the menu
 * button, and `gap` between two. If not all fit, the rest goes into a menu.
 */
export function countFitting(widths: readonly number[], more: number, room: number, gap: number): number {
  const upTo = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) + gap * Math.max(0, count - 1);
  if (upTo(widths.length) <= room) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && upTo(count) + gap + more > room) count -= 1;
  return count;
}

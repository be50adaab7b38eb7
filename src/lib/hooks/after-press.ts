let isPressed = false;
if (typeof document !== 'undefined') {
  const note = ({ type }: Event) => {
    isPressed = type === 'mousedown';
  };
  document.addEventListener('mousedown', note, true);
  document.addEventListener('mouseup', note, true);
}

/**
 * Runs what moves the page below a field that lost its focus. If a mouse button took the focus, it waits until the
 * button is released, because the click would otherwise miss its moved target.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  // The click follows in the same task.
  document.addEventListener('mouseup', () => setTimeout(act), { once: true, capture: true });
}

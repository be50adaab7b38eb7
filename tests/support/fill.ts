import type { UserEvent } from '@testing-library/user-event';

/** Clicks a field and pastes a text at its end. Typing renders a form for each character, which takes most of a long test. */
export async function fill(user: Pick<UserEvent, 'click' | 'paste'>, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

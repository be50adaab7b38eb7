import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import DoubtDialog from './DoubtDialog';

it("shows for which departure the ticket is, and not that it is another one, because it may be the guide's next one", () => {
  const departure = 'Today, Mon, Nov 23, 4:30 AM, with Elmer Caal';
  renderApp(<DoubtDialog name="Anna" departure={departure} onClose={() => undefined} onConfirm={() => undefined} />);
  expect(screen.getByRole('dialog', { name: 'Is Anna coming with you now?' })).toHaveAccessibleDescription(
    `This ticket is for: ${departure}.`,
  );
});

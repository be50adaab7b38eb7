import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';

function Broken(): never {
  throw new Error('The tide is out');
}

it('a page that breaks says so with its message, and the way to another page is open', async () => {
  // React reports what it caught.
  vi.mocked(console.error).mockImplementation(() => undefined);
  renderApp(
    <>
      <Link to="/whole">Elsewhere</Link>
      <ErrorBoundary>
        <Routes>
          <Route path="/broken" element={<Broken />} />
          <Route path="/whole" element={<p>All is well</p>} />
        </Routes>
      </ErrorBoundary>
    </>,
    { url: '/broken' },
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeInTheDocument();
  expect(screen.getByText('The tide is out')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(screen.getByText('All is well')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).toBeNull();
});

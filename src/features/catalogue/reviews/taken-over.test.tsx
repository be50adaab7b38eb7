import { I18nProvider } from '@lingui/react';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import type { Review } from './queries';
import { ReviewItem } from './ReviewItem';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const review: Review = {
  id: 'r1',
  rating: 4,
  text: 'Warm',
  photo_urls: [],
  edited_at: null,
  created_at: '2026-11-02T03:00:00Z',
  reply: 'Thank you',
  replied_at: '2026-11-05T20:00:00Z',
  author_id: 'me',
  author: { id: 'me', full_name: 'Anna', avatar_url: null },
};

const page: ReactNode = (
  <I18nProvider i18n={i18n}>
    <ReviewItem
      review={review}
      kind="experience"
      serviceId="e1"
      canReply={false}
      canHide={false}
      canReport={false}
      userId={null}
    />
  </I18nProvider>
);

/** Changes only the time zone of the clock, because dates are formatted with explicit zones. */
function clockIn(timeZone: string) {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone });
}

afterEach(() => vi.restoreAllMocks());

it.each([
  ['America/Guatemala', 'Nov 1, 2026', 'Nov 5, 2026'],
  ['UTC', 'Nov 2, 2026', 'Nov 5, 2026'],
  ['Asia/Tokyo', 'Nov 2, 2026', 'Nov 6, 2026'],
])(
  'hydrates the HTML of the build unchanged, and then shows the days of the time zone %s',
  async (zone, written, answered) => {
    clockIn('UTC');
    const place = document.createElement('div');
    place.innerHTML = renderToString(page);
    document.body.append(place);
    expect(place).toHaveTextContent('Nov 1, 2026');
    vi.restoreAllMocks();
    clockIn(zone);
    const refused = vi.fn();
    const root = await act(() => hydrateRoot(place, page, { onRecoverableError: refused }));
    expect(refused).not.toHaveBeenCalled();
    expect(screen.getByText(written)).toBeVisible();
    expect(screen.getByText(answered)).toBeVisible();
    act(() => root.unmount());
    place.remove();
  },
);

import { checkSteps } from '@tests/support/check-steps';
import { describe, expect, it } from 'vitest';
import { checkTransport, NEW_TRANSPORT as start } from './schema';

describe('a transport service', () => {
  it('starts with the defaults', () => {
    expect(start).toMatchObject({
      booking_type: 'shared',
      max_spots: 10,
      min_spots: 1,
      available_spots: 10,
      min_private_guests: 1,
      max_private_guests: 1,
    });
  });

  it('says what is wrong in the order of the form', () => {
    checkSteps<typeof start>(
      start,
      [
        [{}, 'Please fill in all required fields'],
        [{ title: 'a', description: 'b', transport_type_id: 'boat' }, 'Please fill in all required fields'],
        [{ pickup_location_id: 'pu_1', booking_type: 'both' }, 'Please set a valid shared price'],
        [{ shared_price: 50, max_spots: 0 }, 'Please set a valid maximum number of spots'],
        [{ max_spots: 10, min_spots: null }, 'Please set a valid minimum number of spots'],
        [{ min_spots: 11 }, 'Minimum spots cannot be greater than maximum spots'],
        [{ min_spots: 1 }, 'Please set a valid private price'],
        [
          { private_price: 400, max_private_guests: null },
          'Please set a valid maximum number of guests for private bookings',
        ],
        [
          { max_private_guests: 4, min_private_guests: null },
          'Please set a valid minimum number of guests for private bookings',
        ],
        [{ min_private_guests: 5 }, 'Minimum private guests cannot be greater than maximum private guests'],
        [{ min_private_guests: 1, available_spots: 11 }, 'Available spots cannot exceed maximum spots'],
        [{ available_spots: 10 }, 'Please set a departure time for the shuttle service'],
        [{ departure_time: '07:00' }, 'Please set a valid journey duration'],
        [{ duration_hours: 1.5 }, undefined],
        [{ transport_type_id: 'car', departure_time: '', duration_hours: null }, undefined],
      ],
      (values) => checkTransport(values)?.text,
    );
  });
});

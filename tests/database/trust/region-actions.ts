import { PICTURED, saveOf } from '../catalogue/support.ts';
import { saleDay } from './booking-actions.ts';
import { at, guestOf, onBooking, TERRITORIES, type Turn } from './turn.ts';

/** Actions on a territory's services and its board. */
export const REGION_ACTIONS = {
  lead: async (turn: Turn) => {
    const service = at(
      turn.world.services.filter(({ kind }) => kind === 'experience'),
      turn.step.which,
    );
    const guide = turn.person(turn.step.other);
    if (service)
      await turn.run(
        turn.actor(...turn.office(service.territory)),
        saveOf(service.id, { ...PICTURED, guides: [guide] }),
      );
  },
  post: (turn: Turn) =>
    turn.run(
      turn.actor(),
      `insert into public.territory_messages (territory_id, message) values ('${at(TERRITORIES, turn.step.which)}', 'Hello')`,
    ),
  report: async (turn: Turn) => {
    const post = at(await turn.sql`select id from public.territory_messages order by created_at, id`, turn.step.which);
    if (post) await turn.call(turn.actor(), 'report_message', { p_message_id: post.id });
  },
  review: (turn: Turn) => onBooking(turn, 'create_review', guestOf, { p_rating: 5, p_text: 'Good' }),
  close: async (turn: Turn) => {
    const service = at(turn.world.services, turn.step.which);
    if (service)
      await turn.call(turn.actor(...turn.office(service.territory)), 'close_departure', {
        p_service_id: service.id,
        p_slot_id: service.slot,
        p_date: saleDay(turn),
        p_closed: turn.step.other % 2 === 0,
      });
  },
};

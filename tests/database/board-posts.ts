/** The statement that posts on a board. */
export const post = (text = 'Is the pier open?', territory = 'rio') =>
  `insert into public.territory_messages (territory_id, message) values ('${territory}', '${text}') returning id`;

/** The refusal of a person who has posted or edited too often. */
export const limited = { status: 429, code: 'rate_limited' };

/** The statement that posts on a board. */
export const post = (text = 'Is the pier open?', territory = 'rio') =>
  `insert into public.territory_messages (territory_id, message) values ('${territory}', '${text}') returning id`;

/** Who has posted, or changed, too much. */
export const limited = { status: 429, code: 'rate_limited' };

import { createClient } from '@supabase/supabase-js';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

/** The next release books, and reads what it wrote. */
Deno.serve(async (request) => {
  const { hold_id, text } = (await request.json()) as { hold_id: string; text: string };
  const api = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('PUBLISHABLE_KEY') ?? '', {
    auth: { persistSession: false },
    global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
  });
  const booked = await api.rpc('book_with_note', { p_hold_id: hold_id, p_note: text });
  if (booked.error) return Response.json(booked.error, { status: booked.status });
  const read = await api.from('bookings').select('note').eq('id', booked.data).single();
  if (read.error) return Response.json(read.error, { status: read.status });
  return Response.json({ booking_id: booked.data, text: read.data.note });
});

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handle: (request: Request) => Response): void;
};

Deno.serve(() => Response.json({ greeting: Deno.env.get('GREETING'), url: Deno.env.get('SUPABASE_URL') }));

export {};

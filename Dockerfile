# The site behind Caddy, run by an unprivileged user. The project's address is only known at start (SUPABASE_URL).
FROM node:20-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
COPY packages/local-server/package.json packages/local-server/
COPY packages/local-supabase/package.json packages/local-supabase/
COPY packages/stripe-emulator/package.json packages/stripe-emulator/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The public settings. .env.example explains them.
ARG VITE_SUPABASE_PUBLISHABLE_KEY
ARG VITE_STRIPE_PUBLISHABLE_KEY
ARG VITE_SITE_URL
ARG VITE_OPEN_REGIONS
ARG VITE_TURNSTILE_SITE_KEY
ARG VITE_VAPID_PUBLIC_KEY
ARG VITE_WALLETS
# The API from which public pages are rendered. Without it, the browser renders them.
ARG PRERENDER_API_URL
RUN npm run build -- --host=caddy

FROM caddy:2-alpine
# The server needs no ports below 1024, so the right to use them is removed.
RUN setcap -r /usr/bin/caddy
COPY --from=build /site/deploy/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /site/deploy/generated /etc/caddy/generated
COPY --from=build /site/dist /srv
ENV SITE_ADDRESS=:8080 SITE_ROOT=/srv XDG_CONFIG_HOME=/tmp XDG_DATA_HOME=/tmp
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/robots.txt"]

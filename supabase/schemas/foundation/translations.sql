-- Texts of a listing in further languages. Its columns have the original texts in the row's language. `translations` has the others: {"es": {"title":
-- "…", "stale": {"title": "…"}}} (docs/decisions/0046). A missing text is a missing key. A save may say which texts are still correct although their
-- original has changed: {"es": {"title": "…", "current": ["title"]}}. This is read and not stored.

-- Returns whether the app has this language. supabase/functions/_shared/languages.ts has the same list, and a test compares both.
create function private.is_language(p text)
returns boolean language sql immutable set search_path = '' as $$ select p in ('en', 'es') $$;
grant execute on function private.is_language(text) to authenticated, service_role;

-- Returns whether this may be the translations of a row in p_language. p_lines and p_texts are the columns that may be translated, with their largest
-- lengths. A line must not have invisible characters. `stale` names the columns whose original has changed since.
create function private.are_translations(p jsonb, p_language text, p_lines jsonb, p_texts jsonb default '{}')
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  columns constant jsonb := p_lines || p_texts;
  v_language text;
  v_texts jsonb;
  v_column text;
  v_text jsonb;
begin
  if jsonb_typeof(p) <> 'object' or p ? p_language then
    return false;
  end if;
  for v_language, v_texts in select * from jsonb_each(p) loop
    if not private.is_language(v_language) or jsonb_typeof(v_texts) <> 'object' then
      return false;
    end if;
    if v_texts ? 'stale' and not private.are_stale(v_texts -> 'stale', v_texts - 'stale') then
      return false;
    end if;
    for v_column, v_text in select * from jsonb_each(v_texts - 'stale') loop
      if not columns ? v_column or jsonb_typeof(v_text) <> 'string' or length(private.trimmed(v_text #>> '{}')) = 0
         or length(v_text #>> '{}') > (columns ->> v_column)::int
         or (p_lines ? v_column and not private.is_plain_line(v_text #>> '{}')) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end $$;
grant execute on function private.are_translations(jsonb, text, jsonb, jsonb) to authenticated, service_role;

-- Returns whether these are columns of the translation, each with the fingerprint of the original from which it was made.
create function private.are_stale(p jsonb, p_texts jsonb)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p) <> 'object' or p = '{}' then
    return false;
  end if;
  return (select bool_and(p_texts ? s.key and s.value ~ '^[0-9a-f]{32}$') from jsonb_each_text(p) s);
end $$;
grant execute on function private.are_stale(jsonb, jsonb) to authenticated, service_role;

-- Returns the texts of one language without blank ones, without `stale`, which only the trigger writes, and without `current`.
create function private.written_texts(p_texts jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(t.key, t.value) filter (where t.key not in ('stale', 'current') and btrim(coalesce(t.value #>> '{}', '')) <> ''), '{}')
    from jsonb_each(p_texts) t
$$;

-- Returns which columns of a translation are outdated, with the fingerprint of the original from which they were made. p_before and p_now are the
-- row, p_was and p_texts the translation, and p_current the columns marked as still correct. A column isn't outdated if it was rewritten, or if its
-- original returned to its earlier text.
create function private.stale_texts(p_before jsonb, p_now jsonb, p_was jsonb, p_texts jsonb, p_current jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_object_agg(s.key, s.origin)
    from (
      select t.key, coalesce(p_was #>> array['stale', t.key],
          case when p_before ->> t.key is distinct from p_now ->> t.key then md5(coalesce(p_before ->> t.key, '')) end) as origin
        from jsonb_each_text(p_texts) t where t.value = p_was ->> t.key and not coalesce(p_current ? t.key, false)) s
   where s.origin <> md5(coalesce(p_now ->> s.key, ''))
$$;

-- Maintains a row's translations by removing empty texts and marking outdated ones. The table's constraint handles invalid translations.
create function private.keep_translations()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- A new row that is a copy has the outdated texts of its original.
  v_before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else to_jsonb(new) end;
  v_kept jsonb := '{}';
  v_language text;
  v_texts jsonb;
  v_current jsonb;
  v_stale jsonb;
begin
  if new.translations = '{}' or jsonb_typeof(new.translations) is distinct from 'object' then
    return new;
  end if;
  for v_language, v_texts in select * from jsonb_each(new.translations) loop
    if jsonb_typeof(v_texts) = 'object' then
      v_current := v_texts -> 'current';
      v_texts := private.written_texts(v_texts);
      continue when v_texts = '{}';
      v_stale := private.stale_texts(v_before, to_jsonb(new), v_before #> array['translations', v_language], v_texts, v_current);
      v_texts := v_texts || case when v_stale is null then '{}' else jsonb_build_object('stale', v_stale) end;
    end if;
    v_kept := v_kept || jsonb_build_object(v_language, v_texts);
  end loop;
  new.translations := v_kept;
  return new;
end $$;

-- Returns a column's text in all its translations, joined, so that it can be checked as a whole.
create function private.texts_in(p_translations jsonb, p_column text)
returns text language sql immutable set search_path = '' as $$
  select coalesce(string_agg(l.value ->> p_column, ' '), '')
    from jsonb_each(case when jsonb_typeof(p_translations) = 'object' then p_translations else '{}' end) l
$$;
grant execute on function private.texts_in(jsonb, text) to authenticated, service_role;

-- Returns one column in each language to which it is translated, such as {"es": "Lago de Atitlán"}.
create function private.translations_of(p_translations jsonb, p_column text)
returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(l.key, l.value -> p_column) filter (where l.value ? p_column), '{}')
    from jsonb_each(case when jsonb_typeof(p_translations) = 'object' then p_translations else '{}' end) l
$$;

-- Returns the short texts of a listing in every language in which they are written, including its own, such as {"name": {"en": "Lake Atitlán", "es":
-- "Lago de Atitlán"}}. They are the `names` of its table, which rows that belong to the listing show.
create function private.names_in(p_language text, p_translations jsonb, p_columns text[], p_originals text[])
returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(o.key, private.translations_of(p_translations, o.key) || jsonb_build_object(p_language, o.value)), '{}')
    from unnest(p_columns, p_originals) o (key, value) where btrim(o.value) <> ''
$$;
grant execute on function private.translations_of(jsonb, text), private.names_in(text, jsonb, text[], text[]) to authenticated, service_role;

-- Returns one of these names in all languages on one line, for searches.
create function private.every_name(p_names jsonb, p_column text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select string_agg(n.value, ' ' order by n.key) from jsonb_each_text(p_names -> p_column) n
$$;
grant execute on function private.every_name(jsonb, text) to authenticated, service_role;

-- Returns the further languages of a listing, and whether parts are outdated, such as {"es": "older", "fr": "current"}. A pickup location's name is
-- translated with the location.
create function private.translation_states(p_translations jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(l.key,
      case when coalesce(l.value -> 'stale', '{}') - 'pickup_location' = '{}' then 'current' else 'older' end), '{}')
    from jsonb_each(p_translations) l where l.value - '{stale,pickup_location}'::text[] <> '{}'
$$;

-- Returns a text for a reader of p_language, which is its translation or otherwise the original. If p_language is null, it is the original.
create function private.translated(p_text text, p_translations jsonb, p_column text, p_language text)
returns text language sql immutable set search_path = '' as $$
  select case when p_text is not null then coalesce(p_translations #>> array[p_language, p_column], p_text) end
$$;

-- Returns a row with its translations as columns like 'title (es)', for the audit log.
create function private.with_flat_translations(p_row jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select p_row - '{translations,names}'::text[] || coalesce((
    select jsonb_object_agg(format('%s (%s)', t.key, l.key), t.value)
      from jsonb_each(p_row -> 'translations') l cross join lateral jsonb_each(l.value - 'stale') t), '{}')
$$;

-- Returns the translations of a form: for each language only its columns, read as their originals are, and which are still correct. p_limits has
-- their largest lengths. Raises 400 'invalid_input'.
create function private.input_translations(p jsonb, field text, p_limits jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v jsonb := coalesce(p -> field, '{}');
  v_read jsonb := '{}';
  v_language text;
  v_texts jsonb;
begin
  if jsonb_typeof(v) <> 'object' then
    perform private.invalid(format('%s is not valid', field));
  end if;
  for v_language, v_texts in select * from jsonb_each(v) loop
    if not private.is_language(v_language) or jsonb_typeof(v_texts) <> 'object' then
      perform private.invalid(format('%s is not valid', field));
    end if;
    if v_texts - '{stale,current}'::text[] - array(select jsonb_object_keys(p_limits)) <> '{}' then
      perform private.invalid(format('%s has a text that is not translated', field));
    end if;
    v_read := v_read || jsonb_build_object(v_language, (
      select jsonb_object_agg(l.key, private.input_text(v_texts, l.key, l.value::int)) || jsonb_build_object('current', v_texts -> 'current')
        from jsonb_each_text(p_limits) l));
  end loop;
  return jsonb_strip_nulls(v_read);
end $$;

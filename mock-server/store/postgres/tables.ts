/** The tables, and the one function that appends. Made by the first process that comes; all stand in the schema of the address. */

/** For the lock under which they are made. */
export const tablesLock = 1;

export const tables = `
  CREATE TABLE IF NOT EXISTS understudy_world (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    form int NOT NULL DEFAULT 1,
    -- Goes up with every reset: what is meant for the world before comes too late.
    generation bigint NOT NULL DEFAULT 1,
    -- Of the last event. Whoever appends takes this row first, so positions are in order of commit and without holes.
    position bigint NOT NULL DEFAULT 0,
    -- Of a world that stands as it was asked for.
    facts text,
    clock text
  );
  INSERT INTO understudy_world DEFAULT VALUES ON CONFLICT DO NOTHING;

  CREATE TABLE IF NOT EXISTS understudy_events (
    position bigint PRIMARY KEY,
    stream text NOT NULL,
    version int NOT NULL,
    event text NOT NULL,
    UNIQUE (stream, version)
  );

  CREATE TABLE IF NOT EXISTS understudy_processes (id text PRIMARY KEY, seen timestamptz NOT NULL DEFAULT now());

  CREATE TABLE IF NOT EXISTS understudy_requests (subject text PRIMARY KEY, times bigint[] NOT NULL);

  -- Empties the world. The row is taken first: what is appended until then is seen, and goes too.
  CREATE OR REPLACE FUNCTION understudy_renew() RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    renewed bigint;
  BEGIN
    SELECT generation + 1 INTO renewed FROM understudy_world FOR UPDATE;
    DELETE FROM understudy_events;
    DELETE FROM understudy_requests;
    UPDATE understudy_world SET generation = renewed, position = 0, facts = NULL, clock = NULL;
    RETURN renewed;
  END $$;

  -- Counts a request if it is within its limit: how long to wait, if it is not, and what the window holds then.
  CREATE OR REPLACE FUNCTION understudy_admit(
    of_subject text, most int, at bigint, window_ms bigint, is_fixed boolean, counts_refused boolean,
    OUT wait_ms bigint, OUT counted int, OUT reset_ms bigint
  ) LANGUAGE plpgsql AS $$
  DECLARE
    kept bigint[];
    since bigint := CASE WHEN is_fixed THEN at - at % window_ms ELSE at - window_ms + 1 END;
  BEGIN
    INSERT INTO understudy_requests VALUES (of_subject, '{}') ON CONFLICT DO NOTHING;
    SELECT times INTO kept FROM understudy_requests WHERE subject = of_subject FOR UPDATE;
    kept := ARRAY(SELECT t FROM unnest(kept) AS t WHERE t >= since ORDER BY t);
    IF cardinality(kept) >= most THEN
      IF counts_refused THEN kept := kept[2:] || at; END IF;
      wait_ms := CASE WHEN is_fixed THEN window_ms - at % window_ms ELSE kept[1] + window_ms - at END;
    ELSE
      kept := kept || at;
    END IF;
    UPDATE understudy_requests SET times = kept WHERE subject = of_subject;
    counted := cardinality(kept);
    reset_ms := CASE WHEN is_fixed THEN window_ms - at % window_ms ELSE kept[1] + window_ms - at END;
  END $$;

  -- Appends of one process that came together: of each, whether it was made. None is if the world is another one by now.
  CREATE OR REPLACE FUNCTION understudy_append(
    of_generation bigint, streams text[], versions int[], counts int[], events text[]
  ) RETURNS boolean[] LANGUAGE plpgsql AS $$
  DECLARE
    at bigint;
    made boolean[] := '{}';
    first int := 1;
    last int;
  BEGIN
    SELECT position INTO at FROM understudy_world WHERE generation = of_generation FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    FOR i IN 1 .. coalesce(array_length(streams, 1), 0) LOOP
      SELECT coalesce(max(version), 0) INTO last FROM understudy_events WHERE stream = streams[i];
      IF last = versions[i] THEN
        INSERT INTO understudy_events (position, stream, version, event)
          SELECT at + n, streams[i], last + n, events[first + n - 1] FROM generate_series(1, counts[i]) AS n;
        at := at + counts[i];
      END IF;
      made := made || (last = versions[i]);
      first := first + counts[i];
    END LOOP;
    UPDATE understudy_world SET position = at;
    RETURN made;
  END $$;
`;

/** The tables, and the functions over them. Made by the first process that comes; all stand in the schema of the address. */

/** For the lock under which they are made. */
export const tablesLock = 1;

export const tables = `
  CREATE TABLE IF NOT EXISTS understudy_world (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    form int NOT NULL DEFAULT 2,
    -- Which world is served; 0 before there is one. Goes up when another takes its place.
    generation bigint NOT NULL DEFAULT 0,
    -- The last number that was given to a world, served or in the making.
    staged bigint NOT NULL DEFAULT 0,
    facts text,
    clock text,
    -- Goes up with every change of the clock, also by another world.
    clock_version bigint NOT NULL DEFAULT 0
  );
  INSERT INTO understudy_world DEFAULT VALUES ON CONFLICT DO NOTHING;

  -- The worlds that can be appended to: the one that is served, and those in the making.
  CREATE TABLE IF NOT EXISTS understudy_generations (
    generation bigint PRIMARY KEY,
    -- Of the last event. Whoever appends takes this row first, so positions are in order of commit and without holes.
    position bigint NOT NULL DEFAULT 0,
    -- Who makes it.
    process text NOT NULL
  );

  CREATE TABLE IF NOT EXISTS understudy_events (
    generation bigint NOT NULL,
    position bigint NOT NULL,
    stream text NOT NULL,
    version int NOT NULL,
    event text NOT NULL,
    PRIMARY KEY (generation, position),
    UNIQUE (generation, stream, version)
  );

  -- From form 1, in which there was one world at a time.
  DO $$ BEGIN
    IF (SELECT form FROM understudy_world) = 1 THEN
      INSERT INTO understudy_generations SELECT generation, position, '' FROM understudy_world;
      ALTER TABLE understudy_world DROP COLUMN position,
        ADD COLUMN staged bigint NOT NULL DEFAULT 0, ADD COLUMN clock_version bigint NOT NULL DEFAULT 0;
      ALTER TABLE understudy_events ADD COLUMN generation bigint;
      UPDATE understudy_events SET generation = (SELECT generation FROM understudy_world);
      ALTER TABLE understudy_events ALTER COLUMN generation SET NOT NULL,
        DROP CONSTRAINT understudy_events_pkey, DROP CONSTRAINT understudy_events_stream_version_key,
        ADD PRIMARY KEY (generation, position), ADD UNIQUE (generation, stream, version);
      UPDATE understudy_world SET form = 2, staged = generation;
      DROP FUNCTION understudy_renew();
    END IF;
  END $$;

  CREATE TABLE IF NOT EXISTS understudy_processes (id text PRIMARY KEY, seen timestamptz NOT NULL DEFAULT now());

  CREATE TABLE IF NOT EXISTS understudy_requests (subject text PRIMARY KEY, times bigint[] NOT NULL);

  -- A number for a world that is to be made, beside the one that is served.
  CREATE OR REPLACE FUNCTION understudy_stage(by_process text) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    given bigint;
  BEGIN
    UPDATE understudy_world SET staged = staged + 1 RETURNING staged INTO given;
    INSERT INTO understudy_generations (generation, process) VALUES (given, by_process);
    RETURN given;
  END $$;

  -- A world that was made takes the place of the one that is served: false if it was given up, or a later one is served already. What is
  -- appended to those before from now on is lost; what is being appended is waited for, and goes too.
  CREATE OR REPLACE FUNCTION understudy_begin(of_generation bigint, its_facts text, its_clock text) RETURNS boolean
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM understudy_world FOR UPDATE;
    -- The one that was faster has deleted it.
    PERFORM 1 FROM understudy_generations WHERE generation = of_generation FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
    DELETE FROM understudy_generations WHERE generation < of_generation;
    DELETE FROM understudy_requests;
    UPDATE understudy_world
      SET generation = of_generation, facts = its_facts, clock = its_clock, clock_version = clock_version + 1;
    RETURN true;
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
    LOOP
      INSERT INTO understudy_requests VALUES (of_subject, '{}') ON CONFLICT DO NOTHING;
      -- With each that is new go those of whom the window holds nothing any more, but for those that somebody is at.
      IF FOUND THEN
        DELETE FROM understudy_requests WHERE subject IN (
          SELECT subject FROM understudy_requests
          WHERE subject <> of_subject AND coalesce(times[cardinality(times)], 0) <= at - window_ms FOR UPDATE SKIP LOCKED
        );
      END IF;
      SELECT times INTO kept FROM understudy_requests WHERE subject = of_subject FOR UPDATE;
      -- Else it has gone in between.
      EXIT WHEN FOUND;
    END LOOP;
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

  -- Appends of one process that came together: of each, whether it was made. None is if the world is another one by now: then it is null.
  CREATE OR REPLACE FUNCTION understudy_append(
    of_generation bigint, streams text[], versions int[], counts int[], events text[]
  ) RETURNS boolean[] LANGUAGE plpgsql AS $$
  DECLARE
    at bigint;
    made boolean[] := '{}';
    first int := 1;
    last int;
  BEGIN
    SELECT position INTO at FROM understudy_generations WHERE generation = of_generation FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    FOR i IN 1 .. coalesce(array_length(streams, 1), 0) LOOP
      SELECT coalesce(max(version), 0) INTO last
        FROM understudy_events WHERE generation = of_generation AND stream = streams[i];
      IF last = versions[i] THEN
        INSERT INTO understudy_events (generation, position, stream, version, event)
          SELECT of_generation, at + n, streams[i], last + n, events[first + n - 1] FROM generate_series(1, counts[i]) AS n;
        at := at + counts[i];
      END IF;
      made := made || (last = versions[i]);
      first := first + counts[i];
    END LOOP;
    UPDATE understudy_generations SET position = at WHERE generation = of_generation;
    RETURN made;
  END $$;
`;

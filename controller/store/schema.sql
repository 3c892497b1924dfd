-- SPDX-License-Identifier: GPL-3.0-or-later
-- The campaign store (campaign.db, SQLite in WAL mode). Version 5; documented in
-- docs/reference/store.md. A store whose schema is not this text, comments included, is not read:
-- a change needs a new version.
-- The row of a repetition decides whether it is done. The rows of an attempt (attempt, flow,
-- metric, fidelity) and the new state of its repetition are committed in one transaction, after the
-- attempt's directory was renamed.
PRAGMA user_version = 5;

CREATE TABLE campaign (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  test_set_file TEXT NOT NULL,      -- as given on the command line
  resolved_sha256 TEXT NOT NULL,    -- of resolved.json
  seed INTEGER NOT NULL,
  program_version TEXT NOT NULL,
  host TEXT NOT NULL,               -- JSON: kernel, CPU model, cores, clock source, rights
  created_unix_ns INTEGER NOT NULL
) STRICT;

CREATE TABLE test_case (
  id INTEGER PRIMARY KEY,           -- index in resolved.json
  name TEXT NOT NULL UNIQUE,        -- e0/tail-drop-20/baseline/w1
  link TEXT NOT NULL,
  router TEXT NOT NULL,             -- '' when there is none
  tcp TEXT NOT NULL,
  workload TEXT NOT NULL
) STRICT;

CREATE TABLE repetition (
  case_id INTEGER NOT NULL REFERENCES test_case(id),
  number INTEGER NOT NULL,          -- from 0
  seed INTEGER NOT NULL,            -- the bits of the unsigned 64-bit seed
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed', 'skipped')),
  attempt_id INTEGER,               -- the attempt whose numbers count, when done
  PRIMARY KEY (case_id, number)
) STRICT, WITHOUT ROWID;

-- A task of a batch system that has run repetitions (docs/reference/cluster.md).
CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,        -- SUBMISSION-TASK.START
  node TEXT NOT NULL,               -- the machine
  merged INTEGER NOT NULL,          -- the last attempt of the task's own store that was looked at
  superfluous INTEGER NOT NULL      -- attempts not taken over: their repetitions had ended
) STRICT;

CREATE TABLE attempt (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL,
  number INTEGER NOT NULL,          -- of the repetition
  slot INTEGER NOT NULL,
  started_unix_ns INTEGER NOT NULL,
  ended_unix_ns INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('valid', 'invalid', 'failed')),
  reason TEXT NOT NULL,             -- '' when valid; else what was beyond which limit, or the error
  directory TEXT NOT NULL,          -- relative to the campaign
  cause TEXT NOT NULL DEFAULT ''    -- what made the attempt less than valid; '' when valid
    CHECK (cause IN ('', 'limit', 'error', 'clock', 'by hand', 'test bed', 'no room', 'machine')),
  not_finite TEXT NOT NULL DEFAULT '',  -- metrics left out, "flow metric, ...": no finite numbers
  task_id INTEGER REFERENCES task(id),  -- that ran it; NULL: the controller's machine did
  FOREIGN KEY (case_id, number) REFERENCES repetition(case_id, number)
) STRICT;

-- The measured timing of an attempt.
CREATE TABLE fidelity (
  attempt_id INTEGER PRIMARY KEY REFERENCES attempt(id),
  releases INTEGER NOT NULL,
  lateness_p50_ns INTEGER NOT NULL,
  lateness_p99_ns INTEGER NOT NULL,
  lateness_p999_ns INTEGER NOT NULL,
  lateness_max_ns INTEGER NOT NULL,
  histogram BLOB NOT NULL,          -- little-endian u32 pairs (bucket, count) of the buckets in use
  capture_drops INTEGER NOT NULL,
  inject_failures INTEGER NOT NULL,
  log_overruns INTEGER NOT NULL,
  clamped_stamps INTEGER NOT NULL,
  cpu_steal REAL NOT NULL,          -- share of the machine, 0..1
  stalls INTEGER NOT NULL,
  realtime INTEGER NOT NULL,
  start_error_max_ns INTEGER NOT NULL,
  pauses_watched_ns INTEGER,        -- of the machine, from here on; NULL: not measured
  pause_max_ns INTEGER,
  pauses INTEGER,                   -- of 1 ms and longer
  pauses_total_ns INTEGER,          -- their sum
  late_machine INTEGER NOT NULL,    -- releases at least 1 ms late that a pause explains
  late_relay INTEGER NOT NULL,      -- and the others
  lateness_max_relay_ns INTEGER NOT NULL  -- largest lateness that no pause explains
) STRICT;

CREATE TABLE flow (
  attempt_id INTEGER NOT NULL REFERENCES attempt(id),
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('bulk', 'competitor')),
  direction TEXT NOT NULL CHECK (direction IN ('down', 'up')),
  generator TEXT NOT NULL,          -- bulk_tcp
  sink_port INTEGER NOT NULL,
  size INTEGER NOT NULL,            -- payload bytes
  start_ns INTEGER NOT NULL,        -- planned, after the beginning of the workload
  PRIMARY KEY (attempt_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
  attempt_id INTEGER NOT NULL REFERENCES attempt(id),
  flow TEXT NOT NULL,               -- flow name, faster, slower, third, downlink, uplink, or ''
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (attempt_id, flow, metric)
) STRICT, WITHOUT ROWID;

CREATE INDEX attempt_of_repetition ON attempt(case_id, number);

BEGIN TRANSACTION;
CREATE TABLE events (
    game_id INTEGER NOT NULL REFERENCES tables (number),
    seq INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    -- The seats of people that the table waits for after it, a bit each.
    waits INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq)
);
INSERT INTO "events" VALUES(1,1,1794822801739,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"59aa8a7dfb21e88820658f880","nonce":"04452d473c3a92cedd56466fc46e870f","program":false}',0);
INSERT INTO "events" VALUES(1,2,1794822801756,'415d51d6f582:adb82b7f-e765-48c5-9395-de860d525a43','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"415d51d6f582cde00b262e623","nonce":"b6660f57faefacfe10f432f27af066f3","program":false}',0);
INSERT INTO "events" VALUES(1,3,1794822801763,'59aa8a7dfb21:d4d8cce8-cbaa-4f90-bd24-1a183cac1a6c','{"by":"house","do":"begun","commit":"9deacefb2fbb35071cf2c625cdf6e885f312564505d7e0af01c5ffb11021f53d","nonces":["04452d473c3a92cedd56466fc46e870f","b6660f57faefacfe10f432f27af066f3"]}',1);
INSERT INTO "events" VALUES(1,4,1794822801763,NULL,'{"by":"chance","do":"deal","cards":[[1,4],[1,3],[0,9],[3,1],[2,2],[2,5],[2,9],[0,4],[2,1],[1,1],[2,1],[1,1],[0,6],[1,5],[3,7],[0,7],[0,7],[2,8],[4,6],[4,8],[2,0],[4,0],[4,2],[4,9],[4,3],[4,5],[2,7],[0,3],[0,5],[0,1],[3,1],[0,1],[1,2],[4,1],[2,7],[0,2],[4,7],[2,3],[0,0],[3,8],[1,6],[4,7],[3,3],[3,0],[3,5],[1,0],[1,9],[1,7],[4,1],[3,7],[3,6],[0,8],[3,4],[1,8],[2,6],[4,4],[2,4],[1,7],[3,9],[3,2]]}',1);
INSERT INTO "events" VALUES(1,5,1794822801773,'59aa8a7dfb21:4d39ea6e-0818-4d96-a204-c5dd8c462bfb','{"by":0,"do":"turn","at":[0,8]}',1);
INSERT INTO "events" VALUES(1,6,1794822801783,'59aa8a7dfb21:ad96af1b-cbac-45e1-bc77-7a57d4c60020','{"by":0,"do":"turn","at":[3,7]}',1);
INSERT INTO "events" VALUES(1,7,1794822801792,'59aa8a7dfb21:e46c7211-556c-4a08-8e0c-b3b45cf33a78','{"by":0,"do":"turn","at":[5,6]}',1);
INSERT INTO "events" VALUES(1,8,1794822801807,'59aa8a7dfb21:9b95b5de-2689-484b-abe7-52dcc73bfa7a','{"by":0,"do":"turn","at":[5,3]}',2);
INSERT INTO "events" VALUES(1,9,1794822801816,'415d51d6f582:b65d5820-c3bc-4b7a-bda2-6ca14553e850','{"by":1,"do":"turn","at":[4,8]}',2);
INSERT INTO "events" VALUES(1,10,1794822801821,'415d51d6f582:ef06046c-8743-4b02-baf4-2b2b0c38d4dc','{"by":1,"do":"turn","at":[0,4]}',2);
INSERT INTO "events" VALUES(1,11,1794822801828,'415d51d6f582:885cccb8-1b11-47b0-ab0f-3b78fedf0732','{"by":1,"do":"turn","at":[1,7]}',2);
INSERT INTO "events" VALUES(1,12,1794822801834,'415d51d6f582:75727564-564a-499a-982d-ed08d8e34807','{"by":1,"do":"turn","at":[0,8]}',2);
INSERT INTO "events" VALUES(1,13,1794822801842,'415d51d6f582:bfa0dd86-10d0-4278-91e7-f138add7b495','{"by":1,"do":"turn","at":[3,4]}',0);
INSERT INTO "events" VALUES(1,14,1794822801842,NULL,'{"by":"house","do":"ended","scores":[0,0],"winners":[0,1],"secret":"0cd438dd6116327f608b0253b78dd7e5b03c2aaf2617112ccbb58dad9c101198","forfeits":[]}',0);
INSERT INTO "events" VALUES(2,1,1794822801851,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"59aa8a7dfb21e88820658f880","nonce":"efedeb52ceb16839cd3df61364d3a1b1","program":false}',0);
INSERT INTO "events" VALUES(2,2,1794822801855,'415d51d6f582:a3960fb3-db29-4d98-bad3-3674f5b1e8c0','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"415d51d6f582cde00b262e623","nonce":"7c431f3e3250cefb3cfbda981ed42195","program":false}',0);
INSERT INTO "events" VALUES(2,3,1794822801865,'59aa8a7dfb21:5ced2731-7f4a-4047-9efd-3596094cdfec','{"by":"house","do":"begun","commit":"3f0e7295cc7398ba79f4cf59de1ffca3c7d145d12b920004a35115b80cb38830","nonces":["efedeb52ceb16839cd3df61364d3a1b1","7c431f3e3250cefb3cfbda981ed42195"]}',1);
INSERT INTO "events" VALUES(2,4,1794822801865,NULL,'{"by":"chance","do":"roll","faces":["black","orange","skull","pink","pink","skull"]}',1);
INSERT INTO "events" VALUES(2,5,1794822801877,'59aa8a7dfb21:e6010c3a-9e61-4410-8725-d86c4b2e2b0b','{"by":0,"do":"reroll","dice":[1]}',1);
INSERT INTO "events" VALUES(2,6,1794822801877,NULL,'{"by":"chance","do":"roll","faces":["green"]}',1);
INSERT INTO "events" VALUES(2,7,1794822801894,'59aa8a7dfb21:e034a005-63ca-4c50-82d4-d3a647686a87','{"by":0,"do":"mark","use":"black","row":"black"}',2);
INSERT INTO "events" VALUES(2,8,1794822801896,'415d51d6f582:470ef9af-bc9a-4a31-b55d-bb6b915488fa','{"by":1,"do":"mark","use":"pink","row":"pink"}',2);
INSERT INTO "events" VALUES(2,9,1794822801896,NULL,'{"by":"chance","do":"roll","faces":["skull","green","rose","black","rose","skull"]}',2);
INSERT INTO "events" VALUES(2,10,1794822801898,'415d51d6f582:b4258350-970e-433d-8011-9e92ba423630','{"by":1,"do":"mark","use":"rose","row":"pink"}',1);
INSERT INTO "events" VALUES(2,11,1794822801900,'59aa8a7dfb21:674a720a-fade-48ea-8a3d-dc93efb55ac9','{"by":0,"do":"mark","use":"black","row":"black"}',1);
INSERT INTO "events" VALUES(2,12,1794822801900,NULL,'{"by":"chance","do":"roll","faces":["pink","skull","rose","skull","orange","black"]}',1);
INSERT INTO "events" VALUES(2,13,1794822801902,'59aa8a7dfb21:02cc4ff6-38e8-486a-bbe0-b37cd5a02e64','{"by":0,"do":"reroll","dice":[2,4]}',1);
INSERT INTO "events" VALUES(2,14,1794822801902,NULL,'{"by":"chance","do":"roll","faces":["green","rose"]}',1);
INSERT INTO "events" VALUES(2,15,1794822801905,'59aa8a7dfb21:87e9d2de-345c-4491-b79e-2c23e0585981','{"by":"house","do":"said","name":"Ana","seat":0,"user":"59aa8a7dfb21e88820658f880","text":"until tomorrow – à bientôt"}',1);
CREATE TABLE fresh (
    game_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    waits INTEGER NOT NULL
);
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "meta" VALUES('cookie key','d78f936974a3a095d4c1256987eeb14d58b3edcd11ef28d00da0e6df2ab06f65');
INSERT INTO "meta" VALUES('push key','k5nbiDGNu8jwgciQHlHwgVbX35ToGmrWJVBoP3g5vR4');
INSERT INTO "meta" VALUES('beat','1794822801382');
CREATE TABLE programs (
    id TEXT PRIMARY KEY REFERENCES users (id),
    maker TEXT NOT NULL REFERENCES users (id)
);
INSERT INTO "programs" VALUES('039349c69e0a0ac009dde9996','415d51d6f582cde00b262e623');
CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL
);
CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES tables (id),
    user_id TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
);
INSERT INTO "seats" VALUES('byagiyufs6eg','59aa8a7dfb21e88820658f880');
INSERT INTO "seats" VALUES('byagiyufs6eg','415d51d6f582cde00b262e623');
INSERT INTO "seats" VALUES('ffaxg6unpipo','59aa8a7dfb21e88820658f880');
INSERT INTO "seats" VALUES('ffaxg6unpipo','415d51d6f582cde00b262e623');
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL
);
INSERT INTO "sessions" VALUES('2e3a93905cc821193e9c47b55539063fdac5058c02b481e42ce1be81ffe08671','59aa8a7dfb21e88820658f880',1794822801418);
INSERT INTO "sessions" VALUES('0f44ac7de0fcd679fa40e6f5fdcdaae8a4102ed363fe5f4eea7a215e7dd8279d','415d51d6f582cde00b262e623',1794822801462);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    opening TEXT NOT NULL,
    line TEXT NOT NULL,
    stage TEXT NOT NULL,
    listed INTEGER NOT NULL,
    clocked INTEGER NOT NULL,
    updated BIGINT NOT NULL,
    due BIGINT
, number INTEGER);
INSERT INTO "tables" VALUES('byagiyufs6eg','{"id":"byagiyufs6eg","game":"calcory","players":2,"options":{"start_player":0,"max_turns":2,"open_seconds":3},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"59aa8a7dfb21e88820658f880","created":1794822801737,"secret":"0cd438dd6116327f608b0253b78dd7e5b03c2aaf2617112ccbb58dad9c101198","practice":false}','{"id":"byagiyufs6eg","game":"calcory","stage":"over","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["59aa8a7dfb21e88820658f880","415d51d6f582cde00b262e623"],"turns":[],"updated":1794822801842,"due":null,"scores":[0,0],"winners":[0,1],"practice":false}','over',0,0,1794822801842,NULL,1);
INSERT INTO "tables" VALUES('ffaxg6unpipo','{"id":"ffaxg6unpipo","game":"calavera","players":2,"options":{"start_player":0,"sheet":"standard"},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"59aa8a7dfb21e88820658f880","created":1794822801850,"secret":"3e438c4f08cef400803738dea4b49f77f44241548ded028a955b552bc2b5cb03","practice":false}','{"id":"ffaxg6unpipo","game":"calavera","stage":"playing","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["59aa8a7dfb21e88820658f880","415d51d6f582cde00b262e623"],"turns":[0],"updated":1794822801905,"due":null,"scores":null,"winners":null,"practice":false}','playing',0,0,1794822801905,NULL,2);
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    account TEXT UNIQUE,
    passphrase TEXT,
    program INTEGER NOT NULL,
    feed TEXT NOT NULL UNIQUE,
    token TEXT UNIQUE,
    created BIGINT NOT NULL
);
INSERT INTO "users" VALUES('59aa8a7dfb21e88820658f880','Ana','ana','4a23d4db541aad6bf8f3c9592c6ce3cd$3145f1856a63def550237ba53c84aa1d588ea0c052d5fc5495ad4e2a3a318b67',0,'YP8AIi1VK9kJj1aTn1ZFgELBsR0r_nIz',NULL,1794822801397);
INSERT INTO "users" VALUES('415d51d6f582cde00b262e623','Ben',NULL,NULL,0,'NzQK7E3CfvTrYY4kbnyobhqghRnDqy7x',NULL,1794822801442);
INSERT INTO "users" VALUES('039349c69e0a0ac009dde9996','Dora',NULL,NULL,1,'FPnUoUbY88g3HdtYw0xKbK1BsXHgSaq3','8645a25ee100547b721a6bf0a877a358f74c63bfd993964bfb7f8b0d0471e997',1794822801710);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_open ON tables (updated) WHERE stage = 'open' AND listed = 1;
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX programs_maker ON programs (maker);
CREATE INDEX pushes_user ON pushes (user_id);
CREATE UNIQUE INDEX tables_number ON tables (number);
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;
CREATE VIEW log AS
SELECT id AS game_id, seq, ms, cmd, body, waits
FROM events JOIN tables ON number = events.game_id;
COMMIT;
PRAGMA user_version = 4;

BEGIN TRANSACTION;
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    ms BIGINT NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    -- The seats of people that the table waits for after it, a bit each.
    waits INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seq)
);
INSERT INTO "events" VALUES('tvuiix5gf7rz',1,1794822735822,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"f199fe9c9320f52996eba6f76","nonce":"ae226f8356b412ee0a726c0ee5f68a7f","program":false}',0);
INSERT INTO "events" VALUES('tvuiix5gf7rz',2,1794822735854,'ca1479be-7bb9-43a6-b2b5-98790d0b070d','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"aa5e216dc336553e4bc75cb13","nonce":"1d1093041b2fbcdda1cdd2ce57ef7005","program":false}',0);
INSERT INTO "events" VALUES('tvuiix5gf7rz',3,1794822735875,'e582bace-2e7f-4725-a469-5f4556d87770','{"by":"house","do":"begun","commit":"c1a5df7e955a9268dd16dbe24ba54c21846ae306d725c78b512fdccb984cba7a","nonces":["ae226f8356b412ee0a726c0ee5f68a7f","1d1093041b2fbcdda1cdd2ce57ef7005"]}',1);
INSERT INTO "events" VALUES('tvuiix5gf7rz',4,1794822735875,NULL,'{"by":"chance","do":"deal","cards":[[1,0],[2,7],[1,5],[3,4],[3,2],[2,2],[1,1],[0,8],[2,4],[3,6],[4,4],[4,1],[2,9],[2,3],[4,2],[0,5],[3,7],[1,4],[0,3],[2,0],[3,9],[0,2],[1,8],[2,6],[0,7],[3,3],[0,1],[2,5],[2,7],[0,7],[1,9],[3,1],[0,9],[4,7],[4,1],[4,0],[1,3],[0,6],[1,2],[3,8],[4,9],[3,0],[2,8],[0,4],[4,3],[1,7],[4,8],[1,7],[2,1],[3,5],[3,1],[2,1],[4,6],[4,5],[3,7],[4,7],[0,1],[1,6],[0,0],[1,1]]}',1);
INSERT INTO "events" VALUES('tvuiix5gf7rz',5,1794822735950,'ea06fbfb-2d96-4f18-a0be-fa137d4d3c55','{"by":0,"do":"turn","at":[0,8]}',1);
INSERT INTO "events" VALUES('tvuiix5gf7rz',6,1794822735967,'f1b2076a-73f8-4b8a-8e48-a48dff524b20','{"by":0,"do":"turn","at":[3,7]}',1);
INSERT INTO "events" VALUES('tvuiix5gf7rz',7,1794822735973,'068546a9-814f-4456-9572-5a8dbe578183','{"by":0,"do":"turn","at":[5,6]}',1);
INSERT INTO "events" VALUES('tvuiix5gf7rz',8,1794822735975,'ad2a1d85-40ba-4de0-9bcb-169878e11d70','{"by":0,"do":"turn","at":[5,3]}',2);
INSERT INTO "events" VALUES('tvuiix5gf7rz',9,1794822735979,'6d172fc9-b8d0-4ca7-a170-81576ab749be','{"by":1,"do":"turn","at":[4,8]}',2);
INSERT INTO "events" VALUES('tvuiix5gf7rz',10,1794822735982,'f40d2ec4-1fa0-4e22-afcd-0c0df61b7734','{"by":1,"do":"turn","at":[0,4]}',2);
INSERT INTO "events" VALUES('tvuiix5gf7rz',11,1794822735985,'7eb508b6-c9eb-481c-85dd-81d2a5c52bdf','{"by":1,"do":"turn","at":[1,7]}',2);
INSERT INTO "events" VALUES('tvuiix5gf7rz',12,1794822735997,'96183d9c-ac59-45b4-8fde-b80c1da7fd70','{"by":1,"do":"turn","at":[0,8]}',2);
INSERT INTO "events" VALUES('tvuiix5gf7rz',13,1794822736002,'31060a9b-5984-45fb-9f22-5363f64f53f7','{"by":1,"do":"turn","at":[3,4]}',2);
INSERT INTO "events" VALUES('tvuiix5gf7rz',14,1794822736005,'72feb242-4c97-4f6b-958c-7945c57399d4','{"by":1,"do":"turn","at":[5,3]}',0);
INSERT INTO "events" VALUES('tvuiix5gf7rz',15,1794822736005,NULL,'{"by":"house","do":"ended","scores":[0,0],"winners":[0,1],"secret":"1da118b8d7a1106be9e250a5dac80234927c6685172390aca469932f7c09e65a","forfeits":[]}',0);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',1,1794822736224,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"f199fe9c9320f52996eba6f76","nonce":"1110dd1145e1f90137bd4f90c0536a71","program":false}',0);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',2,1794822736285,'88722e77-0268-4d28-84b6-a0d754e5eb8e','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"aa5e216dc336553e4bc75cb13","nonce":"05f8c73635397a9bffd0aa365c695f25","program":false}',0);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',3,1794822736300,'d32aa82a-5c18-46e3-ad8e-ddae64fd116c','{"by":"house","do":"begun","commit":"bd95fc088ad2eb1ca0b59418579fe3f344144438665eaf89cd3e65587b2ae973","nonces":["1110dd1145e1f90137bd4f90c0536a71","05f8c73635397a9bffd0aa365c695f25"]}',1);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',4,1794822736300,NULL,'{"by":"chance","do":"roll","faces":["black","green","black","skull","pink","green"]}',1);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',5,1794822736332,'ac47ed9f-d15e-469a-83d7-43cf35c33fba','{"by":0,"do":"reroll","dice":[0,1]}',1);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',6,1794822736332,NULL,'{"by":"chance","do":"roll","faces":["skull","black"]}',1);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',7,1794822736355,'a398fd22-f1bd-4af3-a372-bba5a397bd90','{"by":0,"do":"mark","use":"black","row":"black"}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',8,1794822736370,'ec8db792-5e70-4aac-991e-82602ff65f07','{"by":1,"do":"mark","use":"pink","row":"pink"}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',9,1794822736370,NULL,'{"by":"chance","do":"roll","faces":["black","orange","orange","rose","rose","rose"]}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',10,1794822736387,'05c3479d-42de-43bf-95a1-111594d1100e','{"by":1,"do":"reroll","dice":[0,4]}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',11,1794822736387,NULL,'{"by":"chance","do":"roll","faces":["pink","skull"]}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',12,1794822736395,'08407262-d074-419d-afb1-0fb6ec852712','{"by":1,"do":"reroll","dice":[0,1,2,3]}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',13,1794822736395,NULL,'{"by":"chance","do":"roll","faces":["green","pink","skull","orange"]}',2);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',14,1794822736467,'0090622c-d405-4e59-9c80-8f228fdeb0dd','{"by":1,"do":"mark","use":"rose","row":"black"}',1);
INSERT INTO "events" VALUES('gdqhgmy3bgsr',15,1794822736498,'6d0eab3f-1655-407e-87c9-75b7470db06f','{"by":"house","do":"said","name":"Ana","seat":0,"user":"f199fe9c9320f52996eba6f76","text":"until tomorrow – à bientôt"}',1);
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "meta" VALUES('cookie key','2900d7950ac49deda75bae2d2647df5126e487aaec6153998e9d9fbd1cedd6a9');
INSERT INTO "meta" VALUES('push key','ZEfgj4A0bRfZDMRCQccKv7frd6v3hKdWIsRahjT5Sf4');
INSERT INTO "meta" VALUES('beat','1794822736210');
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
INSERT INTO "seats" VALUES('tvuiix5gf7rz','f199fe9c9320f52996eba6f76');
INSERT INTO "seats" VALUES('tvuiix5gf7rz','aa5e216dc336553e4bc75cb13');
INSERT INTO "seats" VALUES('gdqhgmy3bgsr','f199fe9c9320f52996eba6f76');
INSERT INTO "seats" VALUES('gdqhgmy3bgsr','aa5e216dc336553e4bc75cb13');
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    opening TEXT NOT NULL,
    line TEXT NOT NULL,
    stage TEXT NOT NULL,
    listed INTEGER NOT NULL,
    clocked INTEGER NOT NULL,
    updated BIGINT NOT NULL,
    due BIGINT
);
INSERT INTO "tables" VALUES('tvuiix5gf7rz','{"id":"tvuiix5gf7rz","game":"calcory","players":2,"options":{"start_player":0,"max_turns":2,"open_seconds":3},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"f199fe9c9320f52996eba6f76","created":1794822735790,"secret":"1da118b8d7a1106be9e250a5dac80234927c6685172390aca469932f7c09e65a"}','{"id":"tvuiix5gf7rz","game":"calcory","stage":"over","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["f199fe9c9320f52996eba6f76","aa5e216dc336553e4bc75cb13"],"turns":[],"updated":1794822736005,"due":null,"scores":[0,0],"winners":[0,1]}','over',0,0,1794822736005,NULL);
INSERT INTO "tables" VALUES('gdqhgmy3bgsr','{"id":"gdqhgmy3bgsr","game":"calavera","players":2,"options":{"start_player":0,"sheet":"standard"},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"f199fe9c9320f52996eba6f76","created":1794822736196,"secret":"4c4ebc472d79b180934dc6e793ed9c11d8110371dab477fcdd1aee5dd680da0d"}','{"id":"gdqhgmy3bgsr","game":"calavera","stage":"playing","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["f199fe9c9320f52996eba6f76","aa5e216dc336553e4bc75cb13"],"turns":[0],"updated":1794822736498,"due":null,"scores":null,"winners":null}','playing',0,0,1794822736498,NULL);
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
INSERT INTO "users" VALUES('f199fe9c9320f52996eba6f76','Ana','ana','2c116f599c20d9b3191c515c471b46a1$2e3b44eebc735b2c186a7b2c4a121e8d47d59310bc267be0be9078996630915c',0,'M3iOIIZd-ZIpd3_IoXpYeC86yDDFFvtz',NULL,1794822735055);
INSERT INTO "users" VALUES('aa5e216dc336553e4bc75cb13','Ben',NULL,NULL,0,'T1HsobGP-VWwTjl-rZn0LBMP_y1UdIpG',NULL,1794822735150);
INSERT INTO "users" VALUES('91ea381ea18bcbe02d0e59f34','Dora',NULL,NULL,1,'fW38MVHmf2vCJokBSY8f537d6w2wRrwS','0af5755530064237120dd1cb4eef9decb24ab776bb10f88521693544908394cd',1794822735590);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_open ON tables (updated) WHERE stage = 'open' AND listed = 1;
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX pushes_user ON pushes (user_id);
COMMIT;
PRAGMA user_version = 2;

BEGIN TRANSACTION;
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    ms BIGINT NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);
INSERT INTO "events" VALUES('ls5xzdaxbt3n',1,1794822706231,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"2d19cc28a73118986e9a8aa56","nonce":"8fcb91fe404ec468cf9be6f741b91a89","program":false}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',2,1794822706249,'3db2a537-4a88-4d80-89be-f645bffb6417','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"58f05cf72d773d36a3fc0d019","nonce":"786f3471bd411295dd8472caaafc8799","program":false}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',3,1794822706252,'2a7b226f-aaef-4ddc-8699-9763718e9dd4','{"by":"house","do":"begun","commit":"0c5b010d0892cd0d77e7835020ae964aa37eab992ec21293dc263278bbac279a","nonces":["8fcb91fe404ec468cf9be6f741b91a89","786f3471bd411295dd8472caaafc8799"]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',4,1794822706252,NULL,'{"by":"chance","do":"deal","cards":[[1,7],[2,1],[1,9],[0,7],[0,4],[1,7],[3,7],[3,9],[4,6],[4,5],[3,5],[2,8],[3,4],[1,2],[4,0],[2,9],[0,6],[3,0],[1,4],[0,1],[3,1],[2,1],[3,6],[3,8],[4,7],[2,2],[0,1],[0,5],[1,1],[0,7],[3,3],[3,1],[2,4],[1,0],[0,0],[4,8],[1,3],[2,7],[4,9],[3,7],[1,6],[1,8],[2,3],[1,5],[4,1],[0,3],[4,3],[4,2],[2,0],[2,7],[3,2],[0,9],[2,5],[0,8],[4,1],[2,6],[4,4],[4,7],[1,1],[0,2]]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',5,1794822706276,'cac71501-b94f-4053-bc22-f3d7b37b951d','{"by":0,"do":"turn","at":[0,8]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',6,1794822706281,'eafd6ac7-d5ab-4953-bf27-aa83a62977a6','{"by":0,"do":"turn","at":[3,7]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',7,1794822706309,'7c37c569-8cda-4a86-803a-8ddd176c33f9','{"by":0,"do":"return","card":[0,8],"to":[0,8]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',8,1794822706337,'17130a40-f1fb-4c8d-9e1d-9d0615353a1b','{"by":1,"do":"turn","at":[1,6]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',9,1794822706353,'996e3f27-2ff1-4833-a440-b48ec31229ff','{"by":1,"do":"turn","at":[0,7]}');
INSERT INTO "events" VALUES('ls5xzdaxbt3n',10,1794822706353,NULL,'{"by":"house","do":"ended","scores":[1,0],"winners":[0],"secret":"70003a9acce3c7df0b79fbc28b6dbd29a6dc20e0b240faafe7cfd91660a74136","forfeits":[]}');
INSERT INTO "events" VALUES('73hp5phab5at',1,1794822706447,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"2d19cc28a73118986e9a8aa56","nonce":"ca544ba7e8dbdd8eecc1a9e35d38e41a","program":false}');
INSERT INTO "events" VALUES('73hp5phab5at',2,1794822706472,'652b3eb7-f3ef-4975-9988-05eeef47e243','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"58f05cf72d773d36a3fc0d019","nonce":"b62836c045e767d473616a4180828d72","program":false}');
INSERT INTO "events" VALUES('73hp5phab5at',3,1794822706487,'2ca13a6b-abc6-4c79-becc-a2df3b49f154','{"by":"house","do":"begun","commit":"e46c9778791ef126c0583db16f17aefb721afcdc7d8ae6cabd5b184150d48f5b","nonces":["ca544ba7e8dbdd8eecc1a9e35d38e41a","b62836c045e767d473616a4180828d72"]}');
INSERT INTO "events" VALUES('73hp5phab5at',4,1794822706487,NULL,'{"by":"chance","do":"roll","faces":["rose","orange","black","rose","orange","rose"]}');
INSERT INTO "events" VALUES('73hp5phab5at',5,1794822706520,'89e48cdf-e5d9-488a-87e3-731a5cba62fa','{"by":0,"do":"reroll","dice":[1,2]}');
INSERT INTO "events" VALUES('73hp5phab5at',6,1794822706520,NULL,'{"by":"chance","do":"roll","faces":["orange","black"]}');
INSERT INTO "events" VALUES('73hp5phab5at',7,1794822706536,'7f7460f8-bb58-486a-9f86-1007fa1fb732','{"by":0,"do":"reroll","dice":[2]}');
INSERT INTO "events" VALUES('73hp5phab5at',8,1794822706536,NULL,'{"by":"chance","do":"roll","faces":["rose"]}');
INSERT INTO "events" VALUES('73hp5phab5at',9,1794822706556,'4675a885-e756-47d4-b131-9c41e8d1c050','{"by":0,"do":"mark","use":"rose","row":"green"}');
INSERT INTO "events" VALUES('73hp5phab5at',10,1794822706556,NULL,'{"by":"chance","do":"roll","faces":["green","black","black","orange","green","rose"]}');
INSERT INTO "events" VALUES('73hp5phab5at',11,1794822706576,'e4f338c6-b407-42a5-8c84-2d709cad9b7a','{"by":1,"do":"reroll","dice":[0,3]}');
INSERT INTO "events" VALUES('73hp5phab5at',12,1794822706576,NULL,'{"by":"chance","do":"roll","faces":["skull","orange"]}');
INSERT INTO "events" VALUES('73hp5phab5at',13,1794822706587,'aa3ea86e-060d-4130-96a4-cda2a45e9933','{"by":1,"do":"reroll","dice":[3,4,5]}');
INSERT INTO "events" VALUES('73hp5phab5at',14,1794822706587,NULL,'{"by":"chance","do":"roll","faces":["orange","pink","black"]}');
INSERT INTO "events" VALUES('73hp5phab5at',15,1794822706609,'8e7fa260-b68e-4492-87c6-e761d8ea76ca','{"by":1,"do":"mark","use":"pink","row":"pink"}');
INSERT INTO "events" VALUES('73hp5phab5at',16,1794822706630,'43cce898-69d3-4176-88d8-1f8e176daa88','{"by":"house","do":"said","name":"Ana","seat":0,"user":"2d19cc28a73118986e9a8aa56","text":"until tomorrow – à bientôt"}');
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "meta" VALUES('cookie key','4ac253725b3d54c72ae842a172278bae51e647d3d21e7894449d3b003c8d7cc7');
INSERT INTO "meta" VALUES('push key','isRgPPdJ9JOGQhq99CkrWHjC8XVP0PNs4gTf9ly2HJk');
INSERT INTO "meta" VALUES('beat','1794822706757');
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
INSERT INTO "seats" VALUES('ls5xzdaxbt3n','2d19cc28a73118986e9a8aa56');
INSERT INTO "seats" VALUES('ls5xzdaxbt3n','58f05cf72d773d36a3fc0d019');
INSERT INTO "seats" VALUES('73hp5phab5at','2d19cc28a73118986e9a8aa56');
INSERT INTO "seats" VALUES('73hp5phab5at','58f05cf72d773d36a3fc0d019');
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
INSERT INTO "tables" VALUES('ls5xzdaxbt3n','{"id":"ls5xzdaxbt3n","game":"calcory","players":2,"options":{"start_player":0,"max_turns":2,"open_seconds":3},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"2d19cc28a73118986e9a8aa56","created":1794822706194,"secret":"70003a9acce3c7df0b79fbc28b6dbd29a6dc20e0b240faafe7cfd91660a74136"}','{"id":"ls5xzdaxbt3n","game":"calcory","stage":"over","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["2d19cc28a73118986e9a8aa56","58f05cf72d773d36a3fc0d019"],"turns":[],"updated":1794822706353,"due":null,"scores":[1,0],"winners":[0]}','over',0,0,1794822706353,NULL);
INSERT INTO "tables" VALUES('73hp5phab5at','{"id":"73hp5phab5at","game":"calavera","players":2,"options":{"start_player":0,"sheet":"standard"},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"2d19cc28a73118986e9a8aa56","created":1794822706443,"secret":"45d233c352b4b5aacdcc7981eca5a050ced70c4a37d04ff10e9a469655140662"}','{"id":"73hp5phab5at","game":"calavera","stage":"playing","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["2d19cc28a73118986e9a8aa56","58f05cf72d773d36a3fc0d019"],"turns":[0],"updated":1794822706630,"due":null,"scores":null,"winners":null}','playing',0,0,1794822706630,NULL);
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
INSERT INTO "users" VALUES('2d19cc28a73118986e9a8aa56','Ana','ana','b880a37b7e9ff96f19b13b4713645b50$59daa411703a3984691ced59e068a7f7252ef8b12604717fc8f4f50825e63198',0,'0fFRpV0FCVwpa3fpu5eqDWBRd8eTV-FB',NULL,1794822705761);
INSERT INTO "users" VALUES('58f05cf72d773d36a3fc0d019','Ben',NULL,NULL,0,'jZkS8e886Q70vqTiXHTgUcuEhdhjhW2E',NULL,1794822705785);
INSERT INTO "users" VALUES('d634f73f4f079a0527b38fc6c','Dora',NULL,NULL,1,'gIeO7IGbTuMhn_HXh_fcMWLvVXzjggk3','88db0a7be1ddf66711939ce6b9c14c84205f5367da165949fcd7695188efcbf9',1794822706066);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_open ON tables (updated) WHERE stage = 'open' AND listed = 1;
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX pushes_user ON pushes (user_id);
COMMIT;
PRAGMA user_version = 1;

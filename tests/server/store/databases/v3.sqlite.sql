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
INSERT INTO "events" VALUES(1,1,1794822770785,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"eddda8ec6982afd9518b35e4d","nonce":"019f7370e9319511594b45b810e885cd","program":false}',0);
INSERT INTO "events" VALUES(1,2,1794822770789,'85c48b236a80:67796c5a-95e5-4eca-afa5-23569a85c644','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"85c48b236a80d1fb399469283","nonce":"d31187ee0ca4dfabe22f724a464c5b5f","program":false}',0);
INSERT INTO "events" VALUES(1,3,1794822770792,'eddda8ec6982:9ef22481-2407-420d-96e0-34e848f9f7c1','{"by":"house","do":"begun","commit":"13068284dbef9aa721485ae83b5f32a43f1339e745e02b7aec4f67fa030b5a55","nonces":["019f7370e9319511594b45b810e885cd","d31187ee0ca4dfabe22f724a464c5b5f"]}',1);
INSERT INTO "events" VALUES(1,4,1794822770792,NULL,'{"by":"chance","do":"deal","cards":[[0,8],[4,3],[1,3],[4,1],[3,2],[2,7],[1,1],[4,4],[0,7],[1,4],[4,7],[1,2],[1,1],[3,1],[4,9],[1,8],[3,0],[0,7],[2,6],[4,6],[2,8],[2,7],[1,9],[0,1],[1,6],[4,1],[4,5],[0,4],[2,3],[3,5],[4,8],[0,5],[4,0],[4,2],[0,3],[3,8],[1,7],[3,7],[3,6],[2,1],[0,6],[1,5],[2,9],[2,1],[1,7],[3,4],[1,0],[3,9],[0,2],[4,7],[0,1],[0,9],[2,5],[2,2],[2,0],[0,0],[2,4],[3,7],[3,1],[3,3]]}',1);
INSERT INTO "events" VALUES(1,5,1794822770799,'eddda8ec6982:61389534-5da9-4402-b4b0-fa2db7475e2d','{"by":0,"do":"turn","at":[0,8]}',1);
INSERT INTO "events" VALUES(1,6,1794822770801,'eddda8ec6982:bcc93bd6-17e8-4cf4-8ef0-71f9614e8466','{"by":0,"do":"turn","at":[3,7]}',2);
INSERT INTO "events" VALUES(1,7,1794822770819,'85c48b236a80:3b618006-00d0-4ad2-a271-c4b940fd0aa7','{"by":1,"do":"turn","at":[5,4]}',2);
INSERT INTO "events" VALUES(1,8,1794822770831,'85c48b236a80:43fddf74-4a08-47a0-b649-af2c1c1e18f0','{"by":1,"do":"turn","at":[5,1]}',2);
INSERT INTO "events" VALUES(1,9,1794822770852,'85c48b236a80:968d4118-716b-41d5-adc4-35128bc0dfb0','{"by":1,"do":"turn","at":[4,8]}',2);
INSERT INTO "events" VALUES(1,10,1794822770856,'85c48b236a80:08db361d-1902-41eb-b6bc-8b3218b0c15b','{"by":1,"do":"turn","at":[0,4]}',2);
INSERT INTO "events" VALUES(1,11,1794822770881,'85c48b236a80:2f1b3e2f-6310-4651-a334-00d312f3eb66','{"by":1,"do":"return","card":[4,8],"to":[0,4]}',0);
INSERT INTO "events" VALUES(1,12,1794822770881,NULL,'{"by":"house","do":"ended","scores":[0,3],"winners":[1],"secret":"ab4d7281f5604dd8b677d05c08996870b92974f07ee54cfae39afcb3c772c36a","forfeits":[]}',0);
INSERT INTO "events" VALUES(2,1,1794822770955,NULL,'{"by":"house","do":"sat","seat":0,"name":"Ana","user":"eddda8ec6982afd9518b35e4d","nonce":"7a8fec39db13d0e758bd14c55732c6bf","program":false}',0);
INSERT INTO "events" VALUES(2,2,1794822770965,'85c48b236a80:7abf3284-4cb0-42f3-a8b3-3b9672fb2b95','{"by":"house","do":"sat","seat":1,"name":"Ben","user":"85c48b236a80d1fb399469283","nonce":"87c3e7c45bc8dd4b706df304ff23eb01","program":false}',0);
INSERT INTO "events" VALUES(2,3,1794822770993,'eddda8ec6982:9d14edcd-ef8f-44ef-b051-0f0334166aa0','{"by":"house","do":"begun","commit":"0ac783e62106471b7c514fc2eb5bd26648d861032e0f8b202e5b00a3888adffe","nonces":["7a8fec39db13d0e758bd14c55732c6bf","87c3e7c45bc8dd4b706df304ff23eb01"]}',1);
INSERT INTO "events" VALUES(2,4,1794822770993,NULL,'{"by":"chance","do":"roll","faces":["skull","pink","green","orange","pink","green"]}',1);
INSERT INTO "events" VALUES(2,5,1794822771008,'eddda8ec6982:1d0beb25-9cab-48c0-b980-55d421d863a0','{"by":0,"do":"reroll","dice":[1,2]}',1);
INSERT INTO "events" VALUES(2,6,1794822771008,NULL,'{"by":"chance","do":"roll","faces":["pink","pink"]}',1);
INSERT INTO "events" VALUES(2,7,1794822771032,'eddda8ec6982:09113509-081c-4b87-8dfc-5890926ff5db','{"by":0,"do":"reroll","dice":[2]}',1);
INSERT INTO "events" VALUES(2,8,1794822771032,NULL,'{"by":"chance","do":"roll","faces":["black"]}',1);
INSERT INTO "events" VALUES(2,9,1794822771035,'eddda8ec6982:37a94442-7273-4bf9-a4ec-e62ae18e2820','{"by":0,"do":"mark","use":"pink","row":"pink"}',2);
INSERT INTO "events" VALUES(2,10,1794822771048,'85c48b236a80:0e841568-7206-423a-a61c-18b1622772a8','{"by":1,"do":"mark","use":"orange","row":"orange"}',2);
INSERT INTO "events" VALUES(2,11,1794822771048,NULL,'{"by":"chance","do":"roll","faces":["black","green","black","rose","green","pink"]}',2);
INSERT INTO "events" VALUES(2,12,1794822771062,'85c48b236a80:cfc6077f-4a0e-4f10-bd93-2153a4299e3b','{"by":1,"do":"reroll","dice":[0,1,2,3,4]}',2);
INSERT INTO "events" VALUES(2,13,1794822771062,NULL,'{"by":"chance","do":"roll","faces":["black","skull","green","pink","black"]}',2);
INSERT INTO "events" VALUES(2,14,1794822771089,'85c48b236a80:74c693bb-d94b-49af-b485-af503fb1b23e','{"by":1,"do":"reroll","dice":[0,2,3,4]}',2);
INSERT INTO "events" VALUES(2,15,1794822771089,NULL,'{"by":"chance","do":"roll","faces":["pink","skull","green","pink"]}',2);
INSERT INTO "events" VALUES(2,16,1794822771101,'eddda8ec6982:bc22f2b5-3ffa-446d-a607-84f4c03b9d93','{"by":"house","do":"said","name":"Ana","seat":0,"user":"eddda8ec6982afd9518b35e4d","text":"until tomorrow – à bientôt"}',2);
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
INSERT INTO "meta" VALUES('cookie key','4c807384cffb2eb606b13da08b5dcf8fdda6ceeb43ed5d18c29e7e49b1c47211');
INSERT INTO "meta" VALUES('push key','6zILY0s9b8NDoW6eEeCwfIqjUCSnLoCG6sjVsnqToLw');
INSERT INTO "meta" VALUES('beat','1794822770295');
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
INSERT INTO "seats" VALUES('mqztlajjde4q','eddda8ec6982afd9518b35e4d');
INSERT INTO "seats" VALUES('mqztlajjde4q','85c48b236a80d1fb399469283');
INSERT INTO "seats" VALUES('om6a2ka6b4u2','eddda8ec6982afd9518b35e4d');
INSERT INTO "seats" VALUES('om6a2ka6b4u2','85c48b236a80d1fb399469283');
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
INSERT INTO "tables" VALUES('mqztlajjde4q','{"id":"mqztlajjde4q","game":"calcory","players":2,"options":{"start_player":0,"max_turns":2,"open_seconds":3},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"eddda8ec6982afd9518b35e4d","created":1794822770783,"secret":"ab4d7281f5604dd8b677d05c08996870b92974f07ee54cfae39afcb3c772c36a","practice":false}','{"id":"mqztlajjde4q","game":"calcory","stage":"over","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["eddda8ec6982afd9518b35e4d","85c48b236a80d1fb399469283"],"turns":[],"updated":1794822770881,"due":null,"scores":[0,3],"winners":[1],"practice":false}','over',0,0,1794822770881,NULL,1);
INSERT INTO "tables" VALUES('om6a2ka6b4u2','{"id":"om6a2ka6b4u2","game":"calavera","players":2,"options":{"start_player":0,"sheet":"standard"},"clock":{"turn":null,"game":null,"answer":null},"listed":false,"language":"en","owner":"eddda8ec6982afd9518b35e4d","created":1794822770932,"secret":"91703b2512e099896511cff41d16d1f40a59f358f0164589c0088e8c0ced732e","practice":false}','{"id":"om6a2ka6b4u2","game":"calavera","stage":"playing","listed":false,"language":"en","clock":{"turn":null,"game":null,"answer":null},"names":["Ana","Ben"],"users":["eddda8ec6982afd9518b35e4d","85c48b236a80d1fb399469283"],"turns":[1],"updated":1794822771101,"due":null,"scores":null,"winners":null,"practice":false}','playing',0,0,1794822771101,NULL,2);
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
INSERT INTO "users" VALUES('eddda8ec6982afd9518b35e4d','Ana','ana','9ab4ee476c75bd42cfac6616af0f1737$332615f738de6dba3e64ef0daef6b792733ae474cdc4a7e50e413da382b55aff',0,'S27LC3Ddhs_9zFxzf39hlYNYBc0bWkcb',NULL,1794822770469);
INSERT INTO "users" VALUES('85c48b236a80d1fb399469283','Ben',NULL,NULL,0,'3f4qRkzf-6pwdQBGIR_LLSTvYUEPi2h0',NULL,1794822770498);
INSERT INTO "users" VALUES('b1b4dfb3e3b1e9ce0eeb9ed21','Dora',NULL,NULL,1,'XUE-KkEXIsIDXyvnvVRvcFBoQ7Ufxw0e','22b4fe687d4c8a9be1cd15d8ae8ef3565f931e5d782552a7d22a9802eb34cd07',1794822770779);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_open ON tables (updated) WHERE stage = 'open' AND listed = 1;
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX pushes_user ON pushes (user_id);
CREATE UNIQUE INDEX tables_number ON tables (number);
CREATE UNIQUE INDEX events_cmd ON events (game_id, cmd) WHERE cmd IS NOT NULL;
CREATE VIEW log AS
SELECT id AS game_id, seq, ms, cmd, body, waits
FROM events JOIN tables ON number = events.game_id;
COMMIT;
PRAGMA user_version = 3;

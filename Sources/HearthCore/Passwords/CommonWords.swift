/// Texts that people choose as passwords, the more usual ones first.
///
/// No list is complete, and this one need not be. Written down from general knowledge. Endings of digits, years, upper
/// case, and digits in place of letters are not listed: ``CommonPasswords`` finds them.
enum CommonWords {
    /// What stands on top of every list, names, and the words of everyday life.
    static let passwords = """
        123456 password 12345678 qwerty 123456789 12345 1234 1234567 dragon 123123 baseball abc123 football monkey
        letmein 696969 shadow master qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx 121212
        qazwsx 123qwe killer trustno jordan jennifer zxcvbnm asdfgh hunter buster soccer harley batman andrew tigger
        sunshine iloveyou 2000 charlie robert thomas hockey ranger daniel starwars klaster 112233 george computer
        michelle jessica pepper zxcvbn 131313 freedom pass maggie 159753 ginger princess joshua cheese amanda summer
        love ashley 6969 nicole chelsea biteme matthew access yankees 987654321 dallas austin thunder taylor matrix
        william corvette hello martin heather secret merlin diamond 1234qwer gfhjkm hammer silver anthony justin test
        bailey q1w2e3r4t5 patrick internet scooter orange golfer cookie richard samantha bigdog guitar jackson whatever
        mickey chicken sparky snoopy maverick phoenix camaro peanut morgan welcome falcon cowboy ferrari samsung andrea
        smokey steelers joseph mercedes dakota arsenal eagles melissa boomer booboo spider nascar monster tigers yellow
        123123123 gateway marina diablo bulldog qwer1234 compaq purple hardcore banana junior hannah 123654 porsche
        lakers iceman money cowboys 987654 london tennis ncc1701 coffee scooby miller boston q1w2e3r4 brandon yamaha
        chester mother forever johnny edward oliver redsox player nikita knight fender barney midnight please brandy
        chicago badboy slayer rangers charles angel flower bigdaddy rabbit wizard jasper enter rachel chris steven
        winner adidas victoria natasha jasmine winter prince panties marine ghbdtn fishing cocacola casper james 232323
        raiders marlboro gandalf asdfasdf crystal 87654321 12344321 golden 8675309 admin administrator root toor guest
        user default changeme passw0rd abcd1234 abcdef abcdefg abcdefgh abcabc a1b2c3 a1b2c3d4 aa123456 1q2w3e4r 1q2w3e
        1q2w3e4r5t zaq12wsx zaq1zaq1 zaqwsx xsw21qaz 1qazxsw2 qwe123 qweasd qweasdzxc asd123 asdf1234 asdfghjkl asdfjkl
        zxc123 zxcv1234 qwert qwertz qwertzuiop azerty azertyuiop yxcvbnm 147258369 147258 159357 258456 789456
        789456123 741852963 963852741 852456 135790 13579 246810 24680 112358 314159 31415926 271828 10203040 101010
        102030 010203 202020 212121 252525 123abc 123asd 321321 456456 456789 567890 741852 789789 12341234 1234554321
        123454321 1234321 420420 007007 911911 888999 ilovejesus ilovegod ilovemom iloveme iloveu loveme loveyou lovely
        lovers loveless lover mylove truelove babygirl babyboy sweetheart sweety sweetie honey honeybee sugar cupcake
        candy cutie cutiepie beautiful gorgeous pretty handsome princesa prettygirl sexy sexygirl hottie badgirl
        goodgirl bestfriend friends friend friendship family mommy daddy mama papa mamapapa father brother sister
        grandma children babies teddy teddybear kitten kitty hellokitty puppy doggy doggie goldfish horses pony unicorn
        dolphin dolphins butterfly ladybug rainbow sunflower roses tulips daisy lily violet jasmin petunia superstar
        rockstar pokemon pikachu naruto sasuke sakura goku vegeta dragonball dragonballz onepiece digimon zelda mario
        luigi sonic minecraft roblox fortnite callofduty counterstrike warcraft worldofwarcraft starcraft
        leagueoflegends playstation nintendo xbox gamer gaming videogame halo doom quake blizzard runescape assassin
        ninja samurai pirate pirates viking warrior gladiator spartan titan zeus apollo athena hercules achilles odin
        thor loki ironman spiderman wolverine hulk avengers deadpool joker robin catwoman superwoman wonderwoman
        captain marvel xmen punisher venom godzilla kingkong terminator predator alien aliens robocop rambo rocky
        scarface godfather neo trinity morpheus skywalker lukeskywalker darthvader vader yoda jedi chewbacca hansolo
        stormtrooper startrek enterprise spock picard frodo bilbo gollum aragorn legolas hobbit mordor sauron
        harrypotter hogwarts gryffindor hermione dumbledore voldemort twilight gameofthrones winterfell stark lannister
        targaryen simpsons homer bart southpark cartman kenny spongebob patrickstar mickeymouse minnie donald goofy
        disney disneyland pluto bambi simba nemo shrek garfield tweety tweetybird popeye bugsbunny manchester
        manchesterunited manutd liverpool chelseafc tottenham everton celtic barcelona realmadrid madrid juventus milan
        intermilan acmilan bayern dortmund schalke psg marseille ajax feyenoord benfica porto sporting flamengo
        corinthians palmeiras santos bocajuniors riverplate ronaldo ronaldinho messi neymar beckham zidane maradona
        pele rooney gerrard futbol futebol fussball fotball calcio basketball softball volleyball cheerleader cheer
        lacrosse rugby cricket swimming running cycling skating skateboard snowboard surfing surfer boxing wrestling
        wwe karate judo taekwondo golf golfing bowling racing formula1 schumacher lamborghini bugatti bmw audi
        volkswagen toyota honda nissan mazda subaru suzuki kawasaki ducati harleydavidson chevy chevrolet ford dodge
        viper jaguar bentley rollsroyce hyundai renault peugeot citroen fiat opel skoda volvo saab packers patriots
        broncos bears lions dodgers giants cubs whitesox mets braves phillies cardinals astros bulls celtics knicks
        heat spurs warriors rockets michaeljordan kobe24 kobe kobebryant lebron lebronjames shaq iverson tiger
        tigerwoods federer nadal gretzky bruins redwings penguins google facebook twitter instagram youtube myspace
        yahoo hotmail gmail outlook microsoft windows linux ubuntu debian apple iphone ipad macbook macintosh android
        nokia motorola sony dell hewlett lenovo asus intel cisco oracle firebase github gitlab amazon netflix spotify
        tiktok snapchat whatsapp telegram linkedin paypal bitcoin ethereum crypto dogecoin network server database
        backup system sysadmin support service manager office company business topsecret private personal security
        secure login logon signin account username myaccount mypassword mypass newpass newpassword oldpassword temppass
        temp temporary testing tester testtest demo sample example public letmeinnow openup opensesame sesame
        abracadabra hocuspocus accessdenied hellohello helloworld goodbye goodmorning goodnight goodluck nothing
        something anything everything nobody somebody anybody everyone noname unknown incorrect invalid blank none null
        undefined qwertyqwerty passpass passwd pwd pword passcode passphrase passkey password12345 p4ssword pa55word
        passw0rd1 super superuser motdepasse passwort kennwort hallo schatz schatzi liebe ichliebedich sommer geheim
        lol123 contraseña contrasena teamo tequiero miamor amor amormio corazon estrella bonita hermosa chocolate
        mexico soleil doudou jetaime bonjour coucou loulou chouchou nicolas camille amour monamour senha mudar123
        brasil saudade eusouamor gabriel amizade deusefiel jesuscristo wachtwoord welkom voetbal amsterdam parola ciao
        ciaociao amore amoremio forzainter forzamilan napoli haslo polska kochanie misiek kasia zaq12wsx1 mateusz
        bartek heslo salasana jelszo parole lozinka sifre galatasaray fenerbahce besiktas istanbul пароль йцукен
        йцукенг любовь привет наташа максим андрей сергей марина солнышко 密码 password密码 woaini 5201314 520520 1314520
        a123456 a123456789 aini1314 qq123456 wang123 zhang123 doraemon oppa korea seoul tokyo japan osaka china beijing
        shanghai taiwan vietnam saigon hanoi india mumbai delhi ganesh krishna shiva hanuman sairam omsairam jaimatadi
        bollywood sachin dhoni tendulkar pakistan lahore karachi allah bismillah alhamdulillah muhammad mohammed
        mohamed ahmed ali hassan hussain fatima aisha jesus jesuschrist christ god godisgood godislove godbless blessed
        blessing faith hope heaven heavenly angels archangel savior church bible psalm prayer praise amen hallelujah
        believe trustgod lucifer satan devil demon hell death metallica slipknot nirvana acdc ironmaiden megadeth
        pantera korn linkinpark greenday blink182 mychemicalromance evanescence paramore coldplay radiohead pinkfloyd
        ledzeppelin beatles rollingstones queen freddie bowie elvis elvispresley madonna michaeljackson britney
        britneyspears shakira rihanna beyonce ladygaga taylorswift justinbieber bieber onedirection bts blackpink exo
        eminem tupac 2pac biggie snoopdogg drake kanye jayz 50cent bobmarley marley rasta reggae rapper hiphop
        rocknroll rockandroll rock metal punk drummer drums piano violin trumpet music musica musicislife dance dancer
        dancing ballet singer marijuana weed 420 stoner cannabis whiskey vodka tequila budweiser heineken corona
        guinness beer beerbeer wine cocaine heroin espresso cappuccino starbucks pepsi coke cola sprite redbull
        mountaindew cheesecake pizza hamburger cheeseburger burger taco nachos burrito spaghetti lasagna sushi noodles
        turkey bacon steak sausage pancake waffle muffin brownie cookies icecream vanilla strawberry blueberry
        raspberry blackberry cherry apples bananas oranges lemon lemonade peach peaches melon watermelon pineapple
        mango kiwi grape grapes coconut peanutbutter walnut almond potato tomato onion garlic carrot pickle popcorn
        bubblegum lollipop jellybean marshmallow gingerbread pumpkin halloween christmas xmas santa santaclaus easter
        birthday happybirthday newyear holiday vacation weekend monday tuesday wednesday thursday friday saturday
        sunday january february march april june july august september october november december spring autumn season
        sunrise sunset morning evening tonight always never evil destiny fantasy dream dreams dreamer dreamcatcher
        imagine inspire adventure journey miracle magic magical mystery witch vampire werewolf zombie ghost spirit
        phantom darkness darkangel darkside blackcat blackjack blackbird blackhawk black white red blue green pink grey
        gray brown gold bronze platinum emerald ruby sapphire pearl topaz amber turquoise crimson scarlet magenta
        indigo bluesky redrose whitetiger greenapple purplerain mary patricia linda barbara elizabeth maria susan
        margaret dorothy lisa nancy karen betty helen sandra donna carol ruth sharon laura sarah kimberly deborah
        cynthia angela brenda amy anna rebecca virginia kathleen pamela martha debra stephanie carolyn christine marie
        janet catherine frances ann joyce diane alice julie doris gloria evelyn jean cheryl mildred katherine joan
        judith rose janice kelly judy christina kathy theresa beverly denise tammy irene jane lori marilyn kathryn
        louise sara anne jacqueline wanda bonnie julia lois tina phyllis norma paula diana annie lillian emily peggy
        gladys rita dawn connie florence tracy edna tiffany carmen rosa cindy grace wendy edith sherry sylvia josephine
        thelma shannon sheila ethel ellen elaine marjorie carrie charlotte monica esther pauline emma juanita anita
        rhonda hazel eva debbie leslie clara lucille jamie joanne eleanor valerie danielle megan alicia suzanne michele
        gail bertha darlene veronica jill erin geraldine lauren cathy joann lorraine lynn sally regina erica beatrice
        dolores bernice audrey yvonne annette marion dana stacy ana renee ida vivian roberta holly brittany melanie
        loretta yolanda jeanette laurie katie kristen vanessa alma sue elsie beth jeanne vicki carla tara rosemary
        eileen terri gertrude lucy tonya ella stacey wilma gina kristin jessie natalie agnes vera charlene bessie
        delores melinda arlene maureen colleen allison tamara joy georgia constance lillie claudia jackie marcia tanya
        nellie marlene heidi glenda lydia viola courtney marian stella caroline dora vickie mattie olivia isabella
        sophia mia abigail madison chloe zoe avery hailey brooke kayla alexis alyssa sydney gabrielle gabriella
        savannah paige kaylee jordyn aaliyah leah maya bella luna ariana aria nora layla sofia camila valentina lucia
        martina paola giulia chiara francesca alessia elisa federica silvia sonia raquel pilar lola paloma esperanza
        guadalupe fernanda gabriela daniela mariana carolina juliana adriana beatriz leticia bruna larissa amelie manon
        lea emilie celine sandrine sophie nathalie isabelle aurelie delphine ingrid birgit petra sabine ulrike monika
        anja katja svenja heike silke anke antje jana nadja elena olga svetlana irina tatiana ekaterina anastasia
        natalia ludmila galina yulia oksana polina agnieszka malgorzata katarzyna joanna magdalena zuzana lenka tereza
        eszter katalin ayse fatma emine zeynep elif priya pooja neha anjali kavita sunita deepa lakshmi sita radha mei
        ling xiaoming yuki hana aiko keiko yoko sora minji jiwoo john david mark paul kenneth kevin brian ronald jason
        jeff jeffrey gary timothy jose larry scott frank eric stephen raymond gregory jerry dennis walter peter harold
        douglas henry carl arthur ryan roger joe juan jack albert jonathan terry gerald keith samuel willie ralph
        lawrence nicholas roy benjamin bruce adam harry fred wayne billy steve louis jeremy aaron randy howard eugene
        carlos russell bobby victor ernest phillip todd jesse craig alan shawn clarence sean philip earl jimmy antonio
        danny bryan tony luis mike stanley leonard nathan dale manuel rodney curtis norman allen marvin vincent glenn
        jeffery travis jacob lee melvin alfred kyle francis bradley herbert frederick ray joel edwin don eddie ricky
        troy randall barry alexander bernard leroy francisco marcus micheal theodore clifford miguel oscar jay jim tom
        calvin alex jon ronnie bill lloyd tommy leon derek warren darrell jerome floyd leo alvin tim wesley gordon dean
        greg jorge dustin pedro derrick dan lewis zachary corey herman maurice vernon roberto clyde glen hector shane
        ricardo sam rick lester brent ramon tyler gilbert gene marc reginald ruben brett nathaniel rafael edgar milton
        raul ben cecil duane franklin andre elmer brad ron mitchell roland arnold harvey jared adrian karl cory claude
        erik darryl neil javier fernando clinton ted mathew tyrone darren lonnie lance cody julio kurt allan nelson guy
        clayton hugh max dwayne armando felix jimmie everett ian ken bob jaime casey alfredo alberto dave ivan johnnie
        sidney byron julian isaac clifton willard daryl virgil salvador kirk sergio seth kent terrance rene eduardo
        terrence enrique ethan logan mason liam noah aiden jayden caleb luke elijah landon dylan gavin connor evan
        chase cameron owen brayden xavier dominic ayden colton carson blake jaxon levi sebastian finn milo alfie archie
        harrison theo hugo lucas enzo mathis antoine pierre jacques francois michel philippe laurent olivier pascal
        thierry didier klaus hans jurgen juergen wolfgang dieter horst helmut stefan andreas markus florian tobias
        matthias lukas jonas maximilian giuseppe giovanni francesco alessandro lorenzo matteo davide simone marco luca
        paolo stefano giorgio pablo alejandro diego alvaro joao paulo thiago felipe rodrigo gustavo guilherme vinicius
        bruno marcelo dmitry dmitri alexey sergey andrey vladimir nikolai mikhail pavel yuri boris igor oleg denis
        maksim artem kirill piotr krzysztof andrzej tomasz pawel michal marcin jakub mehmet mustafa ahmet hasan huseyin
        murat emre burak rahul rohit amit sanjay vijay raj ravi suresh ramesh rajesh arjun vikram anil sunil deepak
        prakash kumar singh patel sharma khan wei chen wang zhang liu yang huang zhao zhou xu sun takashi hiroshi kenji
        takeshi minho jiho smith johnson williams jones garcia davis rodriguez wilson martinez anderson moore thompson
        harris clark robinson walker young king wright lopez hill adams baker campbell parker evans edwards collins
        stewart sanchez morris rogers reed cook murphy bell rivera cooper richardson cox ward torres peterson ramirez
        watson brooks sanders price bennett wood barnes ross henderson coleman jenkins perry powell patterson hughes
        washington butler simmons foster gonzales bryant griffin diaz hayes lincoln roosevelt kennedy obama trump
        reagan nixon bush churchill thatcher merkel einstein newton darwin galileo tesla edison mozart beethoven bach
        chopin shakespeare dante picasso davinci leonardo napoleon caesar cleopatra paris berlin munich hamburg vienna
        zurich geneva rome venice naples lisbon dublin glasgow edinburgh cardiff belfast stockholm oslo copenhagen
        helsinki warsaw prague budapest bucharest athens moscow kiev kyiv minsk newyork newyorkcity brooklyn manhattan
        losangeles hollywood california sanfrancisco sandiego oakland seattle portland denver texas houston miami
        florida orlando atlanta philadelphia detroit michigan ohio cleveland tennessee nashville memphis kentucky
        alabama montana nevada arizona colorado oregon alaska hawaii honolulu america american usa unitedstates canada
        canadian toronto montreal vancouver ottawa quebec cancun cuba havana jamaica puertorico dominican brazil rio
        argentina buenosaires chile peru colombia bogota venezuela ecuador england english british britain scotland
        wales ireland irish germany german deutschland france french spain spanish espana italy italia italian portugal
        greece greek russia russian poland ukraine romania bulgaria hungary austria switzerland sweden norway denmark
        finland holland netherlands belgium israel jerusalem egypt cairo africa nigeria ghana kenya southafrica
        australia melbourne brisbane perth newzealand auckland singapore malaysia indonesia jakarta bali thailand
        bangkok philippines manila pinoy pilipinas hongkong house home kitchen bedroom bathroom garden window door
        table chair lamp mirror carpet curtain pillow blanket candle basket bottle glass plate spoon fork knife bucket
        broom nail screw ladder shovel rope chain wheel engine motor bicycle motorcycle train truck tractor airplane
        airport helicopter rocket spaceship boat ship sailor submarine anchor harbor ocean beach island river lake
        mountain forest jungle desert valley canyon waterfall volcano earthquake hurricane tornado lightning storm rain
        snow snowman snowflake snowball ice fire flame water earth wind cloud sky moon moonlight star stars starlight
        stardust galaxy universe planet mercury venus mars jupiter saturn uranus neptune comet meteor cosmos orbit
        satellite astronaut animal animals dog dogs cat cats bird birds fish horse cow bull pig sheep goat duck goose
        rooster mouse rat hamster bunny squirrel beaver fox wolf wolves bear panda koala kangaroo elephant lion leopard
        panther cheetah giraffe zebra rhino hippo gorilla chimp snake cobra python lizard gecko turtle frog crocodile
        alligator dinosaur shark whale octopus lobster crab shrimp penguin eagle hawk owl raven crow sparrow pigeon
        parrot swan flamingo peacock scorpion bee bees bumblebee ant beetle mosquito dragonfly firefly snail worm
        flowers orchid lotus poppy tree trees oak maple pine willow bamboo cactus grass leaf seed school teacher
        student college university professor doctor nurse hospital police policeman fireman firefighter soldier army
        navy marines airforce military sergeant general colonel sniper gunner bullet pistol rifle shotgun weapon bomb
        missile tank sword shield armor castle royal crown throne mermaid fairy elf dwarf giant troll goblin orc
        wizardry sorcerer alchemy legend legendary hero heroes champion victory success power powerful energy electric
        turbo nitro speed fast furious speedy racer racecar driver pilot flying freebird liberty justice peace hate
        anger happy happiness smile smiley laugh laughter crazy insane psycho maniac freak weird strange funny silly
        stupid idiot dumb dumbass moron loser fuck fuckyou fuckoff fucker fuckme motherfucker shit shithead bullshit
        bitch bitches asshole bastard dick dickhead cock pussy penis vagina boobs tits titties booty bigboobs bigdick
        porn porno sex sexsex sexyboy lesbian hooker whore slut pimp gangster gangsta thug thuglife playboy stud
        hotstuff hotboy hotgirl bigboy bigman bigboss boss bossman chief commander president minister lawyer judge
        banker dollar dollars cash rich millionaire billionaire treasure lucky luckystar jackpot casino poker vegas
        lasvegas dice lottery number numbers zero one two three four five six seven eight nine ten onetwothree hundred
        thousand million first second third last numberone top best thebest greatest awesome amazing cool coolness
        coolcat coolguy coolgirl wicked epic great good perfect superb fantastic wonderful brilliant genius smart
        clever wise wisdom knowledge truth honest loyal loyalty honor glory pride respect courage brave strong strength
        iron steel stone rocks granite marble brick concrete copper aluminum titanium carbon oxygen hydrogen helium
        chemistry physics biology science math mathematics algebra geometry history geography language reading writing
        book books library newspaper magazine story poem poetry novel author writer artist painter painting drawing
        picture photo photography camera canon nikon kodak film movie movies cinema actor actress theater drama comedy
        radio television channel video digital analog audio stereo sound silence noise echo rhythm melody harmony
        symphony orchestra concert festival party partytime celebration wedding marriage married husband wife
        girlfriend boyfriend lovebirds romance romantic romeo juliet valentine cupid kiss kisses kissme hug hugs hugme
        cuddle baby babe babes boy boys girl girls girlpower man men woman women lady ladies gentleman guys people
        person human uncle aunt cousin nephew niece son daughter twins triplets grandpa grandfather grandmother granny
        nanny nana bubba bubbles buddy budlight precious snickers oreo reeses skittles twinkie doughnut donut biscuit
        cracker butter buttercup mustard ketchup mayonnaise vinegar salt saltandpepper cinnamon nutmeg paprika basil
        thyme parsley mint peppermint spearmint eucalyptus lavender maddie mollie maximus bandit brutus cali chico coco
        cocoa dexter duke dusty fluffy gizmo gracie jake joey lexi louie missy misty molly nala patches pebbles penny
        rascal rex riley roscoe rosie roxy rudy rusty sadie sammy samson sasha sassy scout shelby spike sunny sweetpea
        taz tasha tinkerbell toby trixie tucker tyson whiskers winston ziggy zoey zorro abcd abcde abc1234 abc12345
        asdfg qwer qaz qazwsxedc wsxedc edcrfv rfvtgb 1qaz 2wsx 3edc 4rfv zxcv poiuyt poiuytrewq lkjhgf lkjhgfdsa
        mnbvcxz mnbvcx trewq rewq fdsa vcxz ncc1701d ncc1701e ou812 8675309a r2d2 c3po r2d2c3po thx1138 bond007
        jamesbond agent007 goldeneye skyfall mission impossible correcthorse correcthorsebatterystaple trustme
        believeme forgetme forgetmenot rememberme forgot forgotten remember idontknow idk idontcare dontknow dontforget
        youandme meandyou justme justforyou onlyyou onlyme itsme itsmylife mylife lifeisgood lifegoeson livelaughlove
        livelife carpediem hakunamatata yolo lol lolol lolipop lmao rofl haha hahaha hehe hihi hoho blah blahblah
        blahblahblah asd foobar foo bar foobarbaz baz bazinga bigbang bigbangtheory sheldon chandler phoebe seinfeld
        breakingbad walterwhite heisenberg sopranos lost prisonbreak greysanatomy csi ncis xfiles mulder scully buffy
        charmed smallville supernatural winchester thewalkingdead strangerthings squidgame pandemic covid lockdown
        quarantine vaccine blacklivesmatter metoo maga hodl tothemoon umbrella lantern mushroom acorn feather whisper
        shadowy pebble meadow orchard harvest scarecrow windmill lighthouse backpack suitcase passport ticket railway
        station taxi skate kite balloon circus clown magician puppet puzzle riddle chess checkers domino yoyo doll toys
        lego barbie snowwhite cinderella rapunzel ariel mulan pocahontas aladdin genie pinocchio peterpan hook
        captainhook tarzan dumbo thumper stitch lilo buzz woody toystory frozen elsa olaf moana pancakes sandwich toast
        cereal yogurt milkshake milk juice smoothie caramel fudge pretzel honeycomb maplesyrup sprinkles necklace
        bracelet earring ring watch clock wallet purse jacket sweater trousers jeans skirt dress shoes boots sneakers
        slippers socks gloves scarf hat button zipper pocket ribbon thread needle scissors pencil eraser crayon marker
        paper notebook calendar diary envelope stamp postcard letter package parcel
        """
}
